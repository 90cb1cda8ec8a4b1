import {
  type ComponentProps,
  Fragment,
  type MouseEvent,
  type PointerEvent,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react'

/** Slower than a pointer or the focus that only passes by. */
const DELAY_MS = 250

/**
 * Text that ends in an ellipsis where there is no room for it. From tablets on it is one line; on a phone it wraps, and only
 * a word that is longer than the line is shortened. {@link FullText} shows all of it.
 */
export function Truncate({ className = '', ...rest }: ComponentProps<'span'>) {
  return <span {...rest} data-truncate className={`${truncateStyle} ${className}`} />
}

export const truncateStyle = 'block min-w-0 overflow-hidden text-ellipsis md:whitespace-nowrap'

type Line = { label: string; text: string }
type Shown = {
  /** The row or cell whose text it is. */
  of: Element
  lines: readonly Line[]
  /** Offsets from the edges of the table (CSS pixels). */
  place: { top?: number; bottom?: number; left?: number; right?: number; maxWidth: number }
}

/**
 * Shows what is shortened in a table: a cell's under the pointer or a finger that holds still, the row's while something in it
 * has the keyboard's focus, so that no cell needs a tab stop of its own. Screen readers read the cells, which hold the whole
 * text anyway. Own code, because one element serves all cells, whose pointer events the row's link takes.
 */
export function FullText({ children, className = '', ...rest }: ComponentProps<'div'>) {
  const root = useRef<HTMLDivElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** What is shown, or will be in a moment. */
  const wanted = useRef<Element | null>(null)
  /** A finger held a cell: lifting it is no press. */
  const held = useRef(false)
  const [shown, setShown] = useState<Shown | null>(null)

  const show = (of: Element | null, touch = false) => {
    if (wanted.current === of) return
    wanted.current = of
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      const next = of?.isConnected && root.current ? shortenedIn(of, root.current) : null
      held.current = touch && next !== null
      setShown(next)
    }, DELAY_MS)
  }
  const hide = useCallback(() => {
    wanted.current = null
    clearTimeout(timer.current)
    setShown(null)
  }, [])
  useEffect(() => {
    return () => clearTimeout(timer.current)
  }, [])
  useEffect(() => {
    if (!shown) return
    const open = new AbortController()
    const { signal } = open
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && hide()
    document.addEventListener('keydown', onKey, { signal })
    // Before a finger that holds another cell.
    document.addEventListener('pointerdown', hide, { signal, capture: true })
    return () => open.abort()
  }, [shown, hide])

  const pointAt = ({ target, clientX, clientY }: PointerEvent) => {
    const inText = target instanceof Element && target.closest('[data-full-text]')
    show(inText && shown ? shown.of : cellAt(clientX, clientY))
  }
  const hold = ({ pointerType, clientX, clientY }: PointerEvent) => {
    held.current = false
    if (pointerType !== 'mouse') show(cellAt(clientX, clientY), true)
  }
  const lift = (event: MouseEvent) => {
    if (!held.current) return
    held.current = false
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: nothing is done here, text is shown that screen readers have anyway
    <div
      {...rest}
      ref={root}
      className={`relative ${className}`}
      onPointerDown={hold}
      onPointerMove={(event) => event.pointerType === 'mouse' && pointAt(event)}
      // The finger scrolls, or it was lifted before anything was shown.
      onPointerCancel={hide}
      onPointerUp={() => !shown && hide()}
      onPointerLeave={(event) => event.pointerType === 'mouse' && show(null)}
      // Held by a finger, a link would open its menu above the text.
      onContextMenu={(event) => held.current && event.preventDefault()}
      onClickCapture={lift}
      onFocus={({ target }) => target.matches(':focus-visible') && show(target.closest('tr'))}
      onBlur={hide}
      onScrollCapture={() => shown && hide()}
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

/** What is shortened in a row or cell, and where to show it: below, or above where the window ends; null: nothing is. */
function shortenedIn(of: Element, root: Element): Shown | null {
  const cut = [...of.querySelectorAll('[data-truncate]')].filter(
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
