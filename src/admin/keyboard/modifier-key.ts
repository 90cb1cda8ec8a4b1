import { useSyncExternalStore } from 'react'

const neverChanges = () => () => {}
const ofThisBrowser = () => (/Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl')

/** The text on the key that goes with K. The server does not know it, and says Ctrl. */
export function useModifierKey(): string {
  return useSyncExternalStore(neverChanges, ofThisBrowser, () => 'Ctrl')
}
