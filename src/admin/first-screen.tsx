import { useStore } from '@nanostores/react'
import type { DehydratedState } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { readerZone } from '#domain/dates.ts'
import { useHydrated } from '#src/components/ui/button.tsx'
import { serverNow } from '#src/lib/server-clock.ts'
import { $session, type SessionState } from './client/session.ts'
import type { HiddenColumns } from './ui/hidden-columns.ts'

/** The server's data when it rendered the page; the browser's first render uses the same. */
export type FirstScreen = {
  /** Who is signed in; `unreachable`: nobody could say. */
  session: SessionState
  /** The server's clock, ISO instant. */
  now: string
  /** The zone (IANA) in which the page shows stamps. */
  zone: string
  /** True if page views are counted here. */
  countsViews: boolean
  /** The columns that the browser's cookie names. */
  hiddenColumns: HiddenColumns
  /** The data of the screen. */
  queries: DehydratedState
}

export const FirstScreenContext = createContext<FirstScreen | null>(null)

/** On the server: takes the title of the screen, for the page around it. */
export const ServerTitleContext = createContext<((title: string) => void) | null>(null)

/** True on the server and while the browser takes the server's page over. */
export const useIsFirstRender = (): boolean => !useHydrated()

let own: string | undefined

/** The reader's zone (IANA). The first render uses the one that the server assumed. */
export function useReaderZone(): string {
  const page = useContext(FirstScreenContext)
  const isFirst = useIsFirstRender()
  own ??= readerZone()
  return (isFirst && page?.zone) || own
}

/** The time of this render, in milliseconds; of the first one, when the server drew the page. */
export function useNow(): number {
  const page = useContext(FirstScreenContext)
  const isFirst = useIsFirstRender()
  return isFirst && page ? Date.parse(page.now) : serverNow()
}

/** Who is signed in. */
export function useSession(): SessionState {
  const page = useContext(FirstScreenContext)
  return useStore($session, { ssr: () => page?.session ?? $session.get() })
}

let announced = false

/** Says once that the first screen is hydrated: src/admin/event-replay.ts waits for it. @returns whether this was the first */
export function announceReady(): boolean {
  if (announced) return false
  announced = true
  document.dispatchEvent(new Event('screen-ready'))
  return true
}
