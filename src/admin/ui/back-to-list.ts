import { useLocation } from '@tanstack/react-router'
import { useIsFirstRender } from '#src/admin/first-screen.tsx'

/** A list's path, and the search, filters and page of its address. */
export type ListAddress = { to: string; search: Record<string, unknown> }

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The list that led to this screen; links between the screens of one record pass it on by `state`. */
    list?: ListAddress
  }
}

/**
 * Links back to a list keep the search with which it was left for this screen.
 * @returns a function of the list's path; for a list that one did not come from it returns nothing
 */
export function useBackToList(): (to: string | undefined) => { search?: ListAddress['search'] } {
  // The server knows no history: its page leads to the plain list.
  const isFirst = useIsFirstRender()
  const list = useLocation({ select: ({ state }) => state.list })
  return (to) => (list && list.to === to && !isFirst ? { search: list.search } : {})
}
