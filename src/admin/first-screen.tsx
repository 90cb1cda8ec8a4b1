import { useStore } from '@nanostores/react'
import type { DehydratedState } from '@tanstack/react-query'
import { createContext, useContext, useSyncExternalStore } from 'react'
import type { SessionAnswer } from '#api/auth/schema.ts'
import { readerZone } from '#domain/dates.ts'
import { serverNow } from '#src/lib/server-clock.ts'
import { $session, type SessionState } from './client/session.ts'

/** The server's data when it rendered the page; the browser's first render uses the same. */
export type FirstScreen = {
  /** Null: nobody could say who is signed in. */
  session: SessionAnswer | null
  /** The server's clock, ISO instant. */
  now: string
  /** The zone (IANA) in which the page shows stamps. */
  zone: string
  /** True if page views are counted here. */
  countsViews: boolean
  /** The data of the screen. */
  queries: DehydratedState
}

export const FirstScreenContext = createContext<FirstScreen | null>(null)

/** On the server: takes the title of the screen, for the page around it. */
export const ServerTitleContext = createContext<((title: string) => void) | null>(null)

const never = () => () => {}

/** True on the server and while the browser takes the server's page over. */
export function useIsFirstRender(): boolean {
  return useSyncExternalStore(
    never,
    () => false,
    () => true,
  )
}

let own: string | undefined

/** The reader's zone (IANA). The first render uses the one that the server assumed. */
export function useReaderZone(): string {
  const page = useContext(FirstScreenContext)
  own ??= readerZone()
  const browsers = own
  return useSyncExternalStore(
    never,
    () => browsers,
    () => page?.zone ?? browsers,
  )
}

/** When the server drew the page, in milliseconds; on a screen that it did not draw, now. */
export function useDrawnAt(): number {
  const page = useContext(FirstScreenContext)
  return page ? Date.parse(page.now) : serverNow()
}

/** The time of this render, in milliseconds; of the first one the server's. */
export function useNow(): number {
  const drawnAt = useDrawnAt()
  return useIsFirstRender() ? drawnAt : serverNow()
}

/** Who is signed in. */
export function useSession(): SessionState {
  const page = useContext(FirstScreenContext)
  return useStore($session, { ssr: () => sessionStateOf(page?.session ?? null) })
}

const states = new WeakMap<SessionAnswer, SessionState>()
const UNREACHABLE: SessionState = { status: 'unreachable' }

/** The state that a page begins with; the same object for the same session, as React wants it. */
export function sessionStateOf(session: SessionAnswer | null): SessionState {
  if (!session) return UNREACHABLE
  const state: SessionState = states.get(session) ?? { status: 'signed-in', ...session, ended: null }
  states.set(session, state)
  return state
}
