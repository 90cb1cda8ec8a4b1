// Storage may be switched off or full; the shop then works without it.

/** The stored text, null if there is none or no storage. */
export function recall(kind: 'localStorage' | 'sessionStorage', key: string): string | null {
  try {
    return window[kind].getItem(key)
  } catch {
    return null
  }
}

/** Stores a text; null removes it. */
export function remember(kind: 'localStorage' | 'sessionStorage', key: string, text: string | null): void {
  try {
    if (text === null) window[kind].removeItem(key)
    else window[kind].setItem(key, text)
  } catch {
    // Without storage nothing is kept.
  }
}
