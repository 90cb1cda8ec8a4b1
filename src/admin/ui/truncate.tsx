import type { ComponentProps } from 'react'

// Apart from what shows the whole text: many screens have names, and few of them a table's script at the start.

/**
 * Text that ends in an ellipsis where there is no room for it. From tablets on it is one line; on a phone it wraps, and only
 * a word that is longer than the line is shortened. `FullText` (full-text.tsx) shows all of it.
 */
export function Truncate({ className = '', ...rest }: ComponentProps<'span'>) {
  return <span {...rest} data-truncate className={`${truncateStyle} ${className}`} />
}

export const truncateStyle = 'block min-w-0 overflow-clip text-ellipsis md:whitespace-nowrap'

/** A name, which takes as many lines as it needs: only a word that is longer than the line is shortened. */
export function WholeName({ className = '', ...rest }: ComponentProps<'span'>) {
  return (
    <span
      {...rest}
      data-truncate
      className={`block min-w-0 overflow-clip text-ellipsis md:leading-[1.2] md:whitespace-normal ${className}`}
    />
  )
}
