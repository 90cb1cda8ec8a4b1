export type ToastKind = 'success' | 'error' | 'info'

const SHOWN_FOR_MS = 7000

/**
 * Says something in passing, in a live region above everything.
 * Plain DOM and part of the page's own script: a toast often reports that the network failed, so it must not need it.
 */
export function showToast(text: string, kind: ToastKind = 'info'): void {
  const region = regionIn(host())
  const toast = document.createElement('div')
  toast.className = 'toast'
  toast.setAttribute('data-kind', kind)
  const message = document.createElement('span')
  message.textContent = text
  const close = document.createElement('button')
  close.type = 'button'
  close.textContent = '×'
  close.setAttribute('aria-label', 'Dismiss')
  toast.append(message, close)

  // One at a time: what was said before is overtaken.
  region.replaceChildren(toast)
  let timer = 0
  const leave = () => toast.remove()
  const stay = () => window.clearTimeout(timer)
  const wait = () => {
    stay()
    timer = window.setTimeout(leave, SHOWN_FOR_MS)
  }
  close.addEventListener('click', leave)
  for (const type of ['pointerenter', 'focusin']) toast.addEventListener(type, stay)
  for (const type of ['pointerleave', 'focusout']) toast.addEventListener(type, wait)
  wait()
}

/** An open modal dialog makes everything outside it inert, live regions too. */
function host(): Element {
  return document.querySelector('dialog[open]') ?? document.body
}

function regionIn(parent: Element): HTMLElement {
  const known = parent.querySelector<HTMLElement>(':scope > .toasts')
  const region = known ?? parent.appendChild(newRegion())
  // A toast outlives the dialog in which it was said.
  if (!known) parent.addEventListener('close', () => moveTo(document.body, region), { once: true })
  // The top layer: above a dialog and its backdrop.
  if (!region.matches(':popover-open')) region.showPopover()
  return region
}

function newRegion(): HTMLElement {
  const region = document.createElement('div')
  region.className = 'toasts'
  region.popover = 'manual'
  region.setAttribute('role', 'region')
  region.setAttribute('aria-label', 'Notifications')
  region.setAttribute('aria-live', 'polite')
  return region
}

function moveTo(parent: Element, from: HTMLElement): void {
  const toasts = [...from.children]
  from.remove()
  if (toasts.length > 0) regionIn(parent).replaceChildren(...toasts)
}
