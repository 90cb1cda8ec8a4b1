export type Kind = 'button' | 'radio' | 'field' | 'text'

/**
 * Finds an element by what a person reads. Runs in the page, so it refers to nothing outside of itself.
 * @returns the first visible one, or null
 */
export function findInPage(kind: Kind, name: string): Element | null {
  const begins = (element: Element) =>
    (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().startsWith(name)
  const shown = (element: Element) => element.checkVisibility({ visibilityProperty: true })
  const all = (selector: string) => Array.from(document.querySelectorAll(selector))
  // Nobody presses what is grey.
  const enabled = (element: Element) => !element.matches(':disabled, [aria-disabled="true"]')
  if (kind === 'button')
    return all('button').find((each) => begins(each) && shown(each) && enabled(each)) ?? null
  if (kind === 'text') {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const { parentElement, textContent } = walker.currentNode
      if (textContent?.includes(name) && parentElement && shown(parentElement)) return parentElement
    }
    return null
  }
  const control = (label: Element) => (label instanceof HTMLLabelElement ? label.control : null)
  const controls = all('label').flatMap((label) => (begins(label) ? (control(label) ?? []) : []))
  const radio = (element: HTMLElement) => element instanceof HTMLInputElement && element.type === 'radio'
  return controls.find((each) => radio(each) === (kind === 'radio')) ?? null
}
