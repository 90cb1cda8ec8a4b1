import { fallbackImage } from '#domain/catalogue.ts'

/**
 * An element that a page's HTML holds for its script, by its `data-part`. Pages behind the links of mails are HTML that
 * a small script fills in, without a framework.
 * @throws Error when the page has none: the two belong together
 */
export function getPart(name: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(`[data-part="${name}"]`)
  if (!found) throw new Error(`This page has no part ${name}`)
  return found
}

/** Writes a text into a part; null or nothing hides it. */
export function setText(name: string, text: string | null): void {
  const element = getPart(name)
  // Only what is new is said: a live region would repeat itself.
  if (element.textContent !== text) element.textContent = text
  element.hidden = !text
}

/** Shows a bouquet; while it is broken, the shop's own picture that fits its title (src/lib/broken-pictures.ts). */
export function setPicture(name: string, { imageUrl, bouquet }: { imageUrl: string; bouquet: string }): void {
  const element = getPart(name)
  if (!(element instanceof HTMLImageElement)) return
  element.alt = `${bouquet} bouquet`
  // Set again, a picture would be fetched again, and a broken one would fail again.
  if (element.dataset['address'] === imageUrl) return
  element.dataset['address'] = imageUrl
  element.dataset['fallback'] = `/bouquets/${fallbackImage(bouquet)}.jpg`
  element.src = imageUrl
  element.hidden = false
}

/** Shows or hides a part. */
export function setVisible(name: string, shown: boolean): void {
  getPart(name).hidden = !shown
}

/** Marks a part as working, or as done with it. A button that is busy keeps the focus. */
export function setBusy(element: HTMLElement, busy: boolean): void {
  if (busy) element.setAttribute('aria-busy', 'true')
  else element.removeAttribute('aria-busy')
}
