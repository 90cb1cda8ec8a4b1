import {
  type ComponentProps,
  Fragment,
  type MouseEvent,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import type { Elements } from '#src/components/ui/elements.ts'

/** Slower than a pointer or the focus that only passes by. */
const DELAY_MS = 250

type Line = { label: string; text: string }
type Shown = {
  of: Element
  lines: readonly Line[]
  /** Offsets from the edges of the table (CSS pixels). */
  place: { top?: number; bottom?: number; left?: number; right?: number; maxWidth: number }
}

/**
 * Wraps a table, and shows what is shortened in it: a cell's under the pointer or a finger that holds still, the row's
 * while something in it has the keyboard's focus, so that no cell needs a tab stop of its own. Screen readers read the cells,
 * which hold the whole text anyway. Own code, because one element serves all cells, whose pointer events the row's link takes.
 */
export function FullText({
  children,
  className = '',
  ...rest
}: Omit<ComponentProps<'div'>, 'children'> & { children: Elements }) {
  const root = useRef<HTMLDivElement>(null)
  const [shown, setShown] = useState<Shown | null>(null)
  /** The element that is shown, or will be in a moment. */
  const wanted = useRef<{ of: Element | null; timer?: ReturnType<typeof setTimeout> }>({ of: null })
  const touchedAt = useRef(Number.NaN)

  const show = (of: Element | null) => {
    if (wanted.current.of === of) return
    clearTimeout(wanted.current.timer)
    const draw = () => setShown(of?.isConnected && root.current ? shortenedIn(of, root.current) : null)
    wanted.current = { of, timer: setTimeout(draw, DELAY_MS) }
  }
  const hide = () => {
    clearTimeout(wanted.current.timer)
    wanted.current = { of: null }
    setShown(null)
  }
  const hideNow = useEffectEvent(hide)
  useEffect(() => {
    const watching = new AbortController()
    const options = { signal: watching.signal, capture: true }
    document.addEventListener('keydown', ({ key }) => key === 'Escape' && hideNow(), options)
    // Before a finger that holds another cell.
    document.addEventListener('pointerdown', () => hideNow(), options)
    return () => watching.abort()
  }, [])
  /** A finger held a cell: lifting it is no press, and its menu would lie above the text. */
  const keepHeld = (event: MouseEvent) => {
    if (!shown || !(event.timeStamp - touchedAt.current > DELAY_MS)) return
    if (event.type === 'click') touchedAt.current = Number.NaN
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it shows what screen readers read anyway
    <div
      {...rest}
      ref={root}
      className={`relative ${className}`}
      onPointerDown={({ pointerType, timeStamp, clientX, clientY }) => {
        touchedAt.current = pointerType === 'mouse' ? Number.NaN : timeStamp
        if (pointerType !== 'mouse') show(cellAt(clientX, clientY))
      }}
      onPointerMove={({ pointerType, target, clientX, clientY }) => {
        const isInText = target instanceof Element && target.closest('[data-full-text]')
        if (pointerType === 'mouse') show(isInText && shown ? shown.of : cellAt(clientX, clientY))
      }}
      // The finger scrolls, or it was lifted before anything was shown.
      onPointerCancel={hide}
      onPointerUp={() => !shown && hide()}
      onPointerLeave={({ pointerType }) => pointerType === 'mouse' && show(null)}
      onContextMenu={keepHeld}
      onClickCapture={keepHeld}
      onFocus={({ target }) => target.matches(':focus-visible') && show(target.closest('tr'))}
      onBlur={hide}
      onScrollCapture={hide}
    >
      {children}
      {shown && (
        <div
          aria-hidden="true"
          data-full-text
          className="absolute z-5 grid w-max animate-rise gap-x-3 gap-y-1 rounded-field bg-ink px-3 py-2 text-small text-paper shadow-soft has-[b]:grid-cols-[auto_minmax(0,1fr)]"
          style={shown.place}
        >
          {shown.lines.map(({ label, text }, at) => (
            <Fragment key={`${label} ${text}`}>
              {label && (
                <b className="font-normal text-dots">{label !== shown.lines[at - 1]?.label && label}</b>
              )}
              <span className="wrap-anywhere">{text}</span>
            </Fragment>
          ))}
        </div>
      )}
    </div>
  )
}

/** The cell at a point of the window, also below the link that covers its row; none under the sticky header. */
function cellAt(x: number, y: number): Element | null {
  const cell = document.elementsFromPoint(x, y).find((element) => element.matches('td, th'))
  return cell?.matches('td') ? cell : null
}

/** Finds shortened texts in a row or cell, and where to show it: below, or above where the window ends; null: there is none. */
function shortenedIn(of: Element, root: Element): Shown | null {
  const cut = [...of.querySelectorAll<HTMLElement>('[data-truncate]')].filter(
    (text) => text.scrollWidth > text.clientWidth,
  )
  if (cut.length === 0) return null
  const lines = cut.map((text) => ({
    label: (of.matches('tr') && text.closest('td')?.dataset['label']) || '',
    text: text.textContent.trim(),
  }))
  const [outer, inner] = [root.getBoundingClientRect(), of.getBoundingClientRect()]
  const rightHalf = of.matches('td') && inner.left + inner.right > outer.left + outer.right
  const across = rightHalf
    ? { right: outer.right - inner.right }
    : { left: Math.max(0, inner.left - outer.left) }
  const needed = 24 * (lines.length + 1)
  const down =
    inner.bottom + needed > window.innerHeight && inner.top > needed
      ? { bottom: outer.bottom - inner.top - 4 }
      : { top: inner.bottom - outer.top - 4 }
  const maxWidth = Math.min(560, outer.width - (across.right ?? across.left ?? 0))
  return { of, lines, place: { ...across, ...down, maxWidth } }
}
