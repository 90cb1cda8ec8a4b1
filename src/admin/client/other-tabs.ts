import type { SessionAnswer } from '#api/auth/schema.ts'
import { markStaff } from './staff-mark.ts'

/** What tabs of one browser tell each other about the session they share. */
export type TabNews = { kind: 'session'; session: SessionAnswer } | { kind: 'over' } | { kind: 'signed-out' }

/** How long whoever has renewed the session keeps the others waiting, so that they have heard of it. */
const HEARD_MS = 50

// Not while a page is rendered at the build.
const channel = typeof window === 'undefined' ? null : new BroadcastChannel('session')

/** Tells all other tabs, and pages that are opened later. */
export function tellTabs(news: TabNews): void {
  markStaff(news.kind === 'session' ? news.session.user : null)
  channel?.postMessage(news)
}

/** Hears what other tabs tell. */
export function hearTabs(listen: (news: TabNews) => void): void {
  channel?.addEventListener('message', ({ data }: MessageEvent<TabNews>) => listen(data))
}

/** One tab at a time does this. `work` says whether the others have something to hear before it is their turn. */
export function oneTabAtATime<Result>(
  work: () => Promise<{ result: Result; told: boolean }>,
): Promise<Result> {
  const { promise, resolve, reject } = Promise.withResolvers<Result>()
  navigator.locks
    .request('session', async () => {
      const { result, told } = await work()
      resolve(result)
      if (told) await new Promise((heard) => setTimeout(heard, HEARD_MS))
    })
    .catch(reject)
  return promise
}
