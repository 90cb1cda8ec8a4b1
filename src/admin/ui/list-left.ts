import { useLocation } from '@tanstack/react-router'
import { useIsFirstRender } from '#src/admin/first-screen.tsx'

/** A list as it was left: its path, and the search, filters and page of its address. */
export type ListLeft = { to: string; search: Record<string, unknown> }

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The list that led to this screen; links between the screens of one record pass it on by `state`. */
    list?: ListLeft
  }
}

/**
 * The search with which a list was left for this screen, so that a link leads back to it as it was.
 * @returns a function of the list's path; for a list that one did not come from it returns nothing
 */
export function useListLeft(): (to: string | undefined) => { search?: ListLeft['search'] } {
  // The server knows no history: its page leads to the plain list.
  const isFirst = useIsFirstRender()
  const list = useLocation({ select: ({ state }) => state.list })
  return (to) => (list && list.to === to && !isFirst ? { search: list.search } : {})
}
