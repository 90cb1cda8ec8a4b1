import { defaultKeybindingsHandlerIgnore, tinykeys } from 'tinykeys'
import { SCREENS } from '#src/admin/screens.ts'
import { recall, remember } from '#src/lib/browser-storage.ts'

const OFF_KEY = 'shortcuts-off'

/** True if single letters are shortcuts in this browser: who dictates turns them off. */
export const lettersAreOn = () => recall('localStorage', OFF_KEY) === null
export const setLetters = (on: boolean) => remember('localStorage', OFF_KEY, on ? null : 'yes')

/** While one of them is open, letters mean something else. One that fades away is closed. */
const OVERLAYS = ':is([role=dialog], [role=alertdialog])[data-open], :popover-open'

type Actions = {
  openPalette: () => void
  openHelp: () => void
  goTo: (to: (typeof SCREENS)[number]['to']) => void
}

/**
 * Listens to the shortcuts of the whole app.
 * @returns a function that stops it
 */
export function listenToShortcuts({ openPalette, openHelp, goTo }: Actions): () => void {
  const quietly = (act: () => void) => (event: KeyboardEvent) => {
    event.preventDefault()
    act()
  }
  const goes = SCREENS.flatMap(({ key, to }) => (key ? [[`g ${key}`, quietly(() => goTo(to))] as const] : []))
  return listenToKeys({
    ...Object.fromEntries(goes),
    '[Shift]+/': quietly(() => {
      if (!focusSearch()) openPalette()
    }),
    '[Shift]+?': quietly(openHelp),
    j: quietly(() => focusRow(1)),
    k: quietly(() => focusRow(-1)),
    '$mod+k': quietly(openPalette),
  })
}

/**
 * Listens to keys on the whole page, by tinykeys' names, unless somebody types, something lies over the page, or single letters are off.
 * @returns a function that stops it
 */
export function listenToKeys(keys: Readonly<Record<string, (event: KeyboardEvent) => void>>): () => void {
  return tinykeys(
    window,
    { ...keys },
    {
      ignore: (event) => {
        if (overlayIsOpen()) return true
        // With Control it is no letter that somebody types, so it works in fields as well.
        if (event.ctrlKey || event.metaKey) return event.repeat
        return !lettersAreOn() || (defaultKeybindingsHandlerIgnore(event) && !isChoice(event))
      },
    },
  )
}

/** True on a checkbox or radio button, where nobody types; a key that is held down counts once. */
function isChoice({ target, repeat }: KeyboardEvent): boolean {
  return !repeat && target instanceof Element && target.matches('input:is([type=radio], [type=checkbox])')
}

function overlayIsOpen(): boolean {
  return document.querySelector(OVERLAYS) !== null
}

/** @returns false when this screen has no search box */
function focusSearch(): boolean {
  const box = document.querySelector<HTMLInputElement>('#content input[type=search]')
  box?.focus()
  box?.select()
  return box !== null
}

/** Moves the focus among the links of rows, so that Enter opens one as it does for any link. */
function focusRow(step: 1 | -1): void {
  const links = [...document.querySelectorAll<HTMLElement>('#content .row-link')]
  const row = document.activeElement?.closest('[role=row]')
  const at = links.findIndex((link) => link === document.activeElement || row?.contains(link))
  const next = at < 0 ? 0 : at + step
  links[Math.min(Math.max(next, 0), links.length - 1)]?.focus()
}
