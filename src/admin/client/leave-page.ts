let letGo = false

// Runs before every other listener that could keep the page, because this module is loaded first.
if (typeof window !== 'undefined') {
  window.addEventListener('beforeunload', (event) => letGo && event.stopImmediatePropagation(), {
    capture: true,
  })
}

/** True if something on this page was not saved, by asking those who would keep it open. */
export function hasUnsaved(): boolean {
  const question = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(question)
  return question.defaultPrevented
}

/** Leaves the page, without another question about what was not saved. */
export function leaveFor(address: string): void {
  letGo = true
  location.assign(address)
}

/** Begins the page anew, likewise. */
export function beginAnew(): void {
  letGo = true
  location.reload()
}
