import { type ComponentProps, type PointerEvent, useRef, useState } from 'react'
import type { Elements } from '#src/components/ui/elements.ts'
import type { FullTextViewProps } from './full-text-view.tsx'
import { onDemand, usePart } from './on-demand.tsx'

/**
 * Text that ends in an ellipsis where there is no room for it. From tablets on it is one line; on a phone it wraps, and only
 * a word that is longer than the line is shortened. {@link FullText} shows all of it.
 */
export function Truncate({ className = '', ...rest }: ComponentProps<'span'>) {
  return <span {...rest} data-truncate className={`${truncateStyle} ${className}`} />
}

export const truncateStyle = 'block min-w-0 overflow-hidden text-ellipsis md:whitespace-nowrap'

const view = onDemand<FullTextViewProps>(async () => (await import('./full-text-view.tsx')).FullTextView)

/** What is around a table and shows what is shortened in it, once the table was pointed at or has the focus. */
export function FullText({
  children,
  className = '',
  ...rest
}: Omit<ComponentProps<'div'>, 'children'> & { children: Elements }) {
  const root = useRef<HTMLDivElement>(null)
  const pointer = useRef<PointerEvent>(null)
  const [wanted, setWanted] = useState(false)
  const View = usePart(view, wanted)
  const point = (event: PointerEvent) => {
    pointer.current = event
    setWanted(true)
  }
  const lift = () => {
    pointer.current = null
  }
  const leave = () => {
    lift()
    // A script that could not be loaded is asked for again next time.
    setWanted(false)
  }
  const untilHere = !View && {
    onPointerMove: point,
    onPointerDown: point,
    onPointerUp: lift,
    onPointerCancel: lift,
    onPointerLeave: leave,
    onFocus: () => setWanted(true),
    onBlur: leave,
  }
  return (
    <div {...rest} {...untilHere} ref={root} className={`relative ${className}`}>
      {children}
      {View && <View root={root} pointer={pointer} />}
    </div>
  )
}
