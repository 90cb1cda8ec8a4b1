import type { ComponentProps } from 'react'

/** One entry of a history; `data-bad` marks one that needs attention. */
export function HistoryItem(props: ComponentProps<'li'>) {
  return <li {...props} className="border-l-2 border-line pl-3.5 wrap-anywhere data-bad:border-rose" />
}
