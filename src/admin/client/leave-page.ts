let letGo = false

// Asked before everybody else who would keep the page: whoever loads this first of all is heard first.
if (typeof window !== 'undefined') {
  window.addEventListener('beforeunload', (event) => letGo && event.stopImmediatePropagation(), {
    capture: true,
  })
}

/** Whether something on this page was not saved, by asking those who would keep it open. */
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
