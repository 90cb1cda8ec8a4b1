import { atom } from 'nanostores'
import type { CurrentSessionAnswer, SessionAnswer, SessionUser } from '#api/auth/schema.ts'
import { untilRefresh } from '#domain/session-clock.ts'
import { remember } from '#src/lib/browser-storage.ts'
import { fetchWithTime, serverNow } from '#src/lib/server-clock.ts'
import { WRITE_MS } from '#src/lib/time-limit.ts'

/** Why a session has ended: it is over, the person has signed out in another tab, or somebody else signed in there. */
export type Ended = { why: 'over' } | { why: 'signed-out' } | { why: 'somebody-else'; email: string }

export type SignedIn = {
  status: 'signed-in'
  user: SessionUser
  /** Until when the access token holds, ISO instant. */
  expiresAt: string
  ended: Ended | null
}

/**
 * The state of the session. An `ended` session keeps its user, who can sign in again without leaving the page.
 * Browser only.
 */
export type SessionState =
  | { status: 'loading' }
  | { status: 'signed-out' }
  | { status: 'unreachable' }
  | SignedIn

export const $session = atom<SessionState>({ status: 'loading' })

/** A message between tabs of one browser about the session they share. */
type TabMessage = { kind: 'session'; session: SessionAnswer } | { kind: 'over' } | { kind: 'signed-out' }

// Not on the server.
const channel = typeof window === 'undefined' ? null : new BroadcastChannel('session')

channel?.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
  if (data.kind === 'session') takeOver(data.session)
  else end({ why: data.kind })
})

/** Tells all other tabs, and pages that are opened later. */
export function broadcast(message: TabMessage): void {
  markStaff(message.kind === 'session' ? message.session.user : null)
  channel?.postMessage(message)
}

/** Read by src/layouts/page-script.astro, which shows a link to admins. */
function markStaff(user: SessionUser | null): void {
  remember('localStorage', 'staff', user?.app_metadata.role === 'admin' ? 'admin' : null)
}

/** Begins with what the page brought. */
export function startSession(state: SessionState): void {
  $session.set(state)
  if (state.status === 'signed-in') markStaff(state.user)
}

/** The session, unless it has ended. */
export function liveSession(state: SessionState = $session.get()): SignedIn | null {
  return state.status === 'signed-in' && !state.ended ? state : null
}

/** Uses a session that the API answered with, here and in every other tab. */
export function sessionBegan(session: SessionAnswer): void {
  takeOver(session)
  broadcast({ kind: 'session', session })
}

/** Finds out who is signed in, renewing the session if that is what it takes. */
export async function loadSession(): Promise<void> {
  try {
    const answer = await fetchWithTime('/api/auth/session')
    if (!answer.ok) throw new Error(`The session's look-up answered ${answer.status}`)
    const { session, canRefresh }: CurrentSessionAnswer = await answer.json()
    if (session || !canRefresh) markStaff(session?.user ?? null)
    if (session) takeOver(session)
    else if (!canRefresh) end({ why: 'over' })
    else if ((await refreshSession()) === 'unknown') throw new Error('The session could not be renewed')
  } catch {
    // A signed-in user continues; the next call checks the session.
    if ($session.get().status !== 'signed-in') $session.set({ status: 'unreachable' })
  }
}

/** `unknown`: nobody answered, so nothing is known about the session. */
type Renewal = 'renewed' | 'over' | 'unknown'

/**
 * Renews the session, one tab at a time: a session that another tab got in the meantime is used here too. Ends it when
 * it is over. Never rejects.
 */
export async function refreshSession(): Promise<Renewal> {
  const before = $session.get()
  return withTabLock(async () => {
    const state = $session.get()
    if (state !== before && liveSession(state)) return { result: 'renewed', shared: false }
    if (state.status === 'signed-in' && state.ended) return { result: 'over', shared: false }
    const result = await renew()
    return { result, shared: result !== 'unknown' }
  })
}

/** The other tabs wait for so many milliseconds after a renewal, so that its broadcast has reached them. */
const BROADCAST_MS = 500

/** Runs `work` in one tab at a time. `shared`: the other tabs get a broadcast before it is their turn. */
function withTabLock<Result>(work: () => Promise<{ result: Result; shared: boolean }>): Promise<Result> {
  const { promise, resolve, reject } = Promise.withResolvers<Result>()
  navigator.locks
    .request('session', async () => {
      const { result, shared } = await work()
      resolve(result)
      if (shared) await new Promise((heard) => setTimeout(heard, BROADCAST_MS))
    })
    .catch(reject)
  return promise
}

async function renew(): Promise<Renewal> {
  try {
    const answer = await fetchWithTime('/api/auth/refresh', {
      method: 'POST',
      signal: AbortSignal.timeout(WRITE_MS),
    })
    if (answer.status === 401) {
      // The page stays as it is, but nothing is saved until the user signs in again.
      end({ why: 'over' })
      broadcast({ kind: 'over' })
      return 'over'
    }
    if (!answer.ok) return 'unknown'
    sessionBegan(await answer.json())
    // It may be somebody else's by now.
    return liveSession() ? 'renewed' : 'over'
  } catch {
    return 'unknown'
  }
}

/** Signs out here and in every tab. @throws when nobody answered: then one is still signed in */
export async function signOut(): Promise<void> {
  const answer = await fetchWithTime('/api/auth/sign-out', { method: 'POST' })
  if (!answer.ok) throw new Error('The session could not be ended')
  broadcast({ kind: 'signed-out' })
}

function takeOver({ user, expiresAt }: SessionAnswer): void {
  const state = $session.get()
  if (state.status === 'signed-in' && state.user.id !== user.id) {
    $session.set({ ...state, ended: { why: 'somebody-else', email: user.email } })
  } else $session.set({ status: 'signed-in', user, expiresAt, ended: null })
}

function end(ended: Ended): void {
  const state = $session.get()
  if (state.status !== 'signed-in') $session.set({ status: 'signed-out' })
  else if (!state.ended) $session.set({ ...state, ended })
}

const CHECK_MS = 30_000

/**
 * Renews the session of an open page before it expires, also after the machine was asleep.
 * @returns a function that stops it
 */
export function keepSession(): () => void {
  let failures = 0
  let triedAt = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const stopping = new AbortController()
  const { signal } = stopping

  async function check(): Promise<void> {
    clearTimeout(timer)
    const session = liveSession()
    const heldUntil = session ? Date.parse(session.expiresAt) : 0
    const wait = session ? untilRefresh({ heldUntil, failures, triedAt }, serverNow()) : CHECK_MS
    timer = setTimeout(check, wait)
    if (wait > 0) return
    clearTimeout(timer)
    triedAt = serverNow()
    failures = (await refreshSession()) === 'unknown' ? failures + 1 : 0
    if (!signal.aborted) void check()
  }

  const onVisible = () => document.visibilityState === 'visible' && void check()
  document.addEventListener('visibilitychange', onVisible, { signal })
  // A page from the back/forward cache has missed the broadcasts.
  window.addEventListener('pageshow', ({ persisted }) => persisted && void loadSession(), { signal })
  void check()
  return () => {
    stopping.abort()
    clearTimeout(timer)
  }
}
