import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False on the server and while the browser takes over its page; then true. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
