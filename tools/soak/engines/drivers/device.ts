/** A device as somebody may have it. */
export type Device = {
  /** The hours by which its clock is ahead. */
  hoursAhead: number
  /** Its browser keeps nothing for pages but cookies. */
  blocksStorage: boolean
  /** A script that translates each page once it is loaded, and then marks it with `data-translated`. */
  translate: string | null
}

/** Sets the page's clock ahead. Runs in the page before its scripts, as the next one does: they refer to nothing outside. */
export function setClockAhead(ms: number): void {
  window.Date = new Proxy(Date, {
    construct: (real, args, target) =>
      Reflect.construct(real, args.length > 0 ? args : [real.now() + ms], target),
    get: (real, name) => (name === 'now' ? () => real.now() + ms : Reflect.get(real, name)),
  })
}

/** Storage as Chromium and Firefox have it where all site data is blocked. */
export function blockStorage(): void {
  for (const name of ['localStorage', 'sessionStorage']) {
    Object.defineProperty(window, name, {
      get() {
        throw new DOMException('The operation is insecure.', 'SecurityError')
      },
    })
  }
}
