import { type ComponentProps, Fragment, useEffect, useRef, useState } from 'react'
import type { Elements } from '#src/components/ui/elements.ts'

/** Slower than a pointer or the focus that only passes by. */
const DELAY_MS = 250

type Line = { label: string; text: string }
type Shown = {
  lines: readonly Line[]
  /** Offsets from the edges of the table (CSS pixels). */
  place: { top?: number; bottom?: number; left?: number; right?: number; maxWidth: number }
}

/**
 * Text that ends in an ellipsis where there is no room for it. From tablets on it is one line; on a phone it wraps, and only
 * a word that is longer than the line is shortened. {@link FullText} shows all of it.
 */
export function Truncate({ className = '', ...rest }: ComponentProps<'span'>) {
  return <span {...rest} data-truncate className={`${truncateStyle} ${className}`} />
}

export const truncateStyle = 'block min-w-0 overflow-clip text-ellipsis md:whitespace-nowrap'

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
  useEffect(() => {
    const stop = root.current ? watch(root.current, setShown) : undefined
    return stop
  }, [])
  return (
    <div {...rest} ref={root} className={`relative ${className}`}>
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

/**
 * Follows pointer and focus through a table.
 * @returns a function that stops it
 */
function watch(root: HTMLElement, onChange: (shown: Shown | null) => void): () => void {
  const watching = new AbortController()
  const { signal } = watching
  let timer: ReturnType<typeof setTimeout> | undefined
  /** The element that is shown, or will be in a moment. */
  let wanted: Element | null = null
  let shownOf: Element | null = null
  /** A finger held a cell: lifting it is no press. */
  let held = false

  const show = (of: Element | null, touch = false) => {
    if (wanted === of) return
    wanted = of
    clearTimeout(timer)
    timer = setTimeout(() => {
      const next = of?.isConnected ? shortenedIn(of, root) : null
      held = touch && next !== null
      shownOf = next && of
      onChange(next)
    }, DELAY_MS)
  }
  const hide = () => {
    wanted = null
    clearTimeout(timer)
    shownOf = null
    onChange(null)
  }
  const hideShown = () => shownOf && hide()
  const point = ({ pointerType, clientX, clientY }: PointerEvent) =>
    show(cellAt(clientX, clientY), pointerType !== 'mouse')
  const focus = (target: EventTarget | null) => {
    if (target instanceof Element && target.matches(':focus-visible')) show(target.closest('tr'))
  }
  const on = <Name extends keyof HTMLElementEventMap>(
    name: Name,
    listener: (event: HTMLElementEventMap[Name]) => void,
    capture = false,
  ) => root.addEventListener(name, listener, { signal, capture })

  on('pointerdown', (event) => {
    held = false
    if (event.pointerType !== 'mouse') point(event)
  })
  on('pointermove', (event) => {
    if (event.pointerType !== 'mouse') return
    const inText = event.target instanceof Element && event.target.closest('[data-full-text]')
    if (inText && shownOf) show(shownOf)
    else point(event)
  })
  // The finger scrolls, or it was lifted before anything was shown.
  on('pointercancel', hide)
  on('pointerup', () => !shownOf && hide())
  on('pointerleave', ({ pointerType }) => pointerType === 'mouse' && show(null))
  // Held by a finger, a link would open its menu above the text.
  on('contextmenu', (event) => held && event.preventDefault())
  on(
    'click',
    (event) => {
      if (!held) return
      held = false
      event.preventDefault()
      event.stopPropagation()
    },
    true,
  )
  on('focusin', ({ target }) => focus(target))
  on('focusout', hide)
  on('scroll', hideShown, true)
  document.addEventListener('keydown', ({ key }) => key === 'Escape' && hideShown(), { signal })
  // Before a finger that holds another cell.
  document.addEventListener('pointerdown', hideShown, { signal, capture: true })

  return () => {
    clearTimeout(timer)
    watching.abort()
  }
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
  return { lines, place: { ...across, ...down, maxWidth } }
}
