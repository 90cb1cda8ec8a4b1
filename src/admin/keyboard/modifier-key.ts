import { useSyncExternalStore } from 'react'

const neverChanges = () => () => {}
const ofThisBrowser = () => (/Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl')

/** What is written on the key that goes with K. The server does not know, and says Ctrl. */
export function useModifierKey(): string {
  return useSyncExternalStore(neverChanges, ofThisBrowser, () => 'Ctrl')
}
