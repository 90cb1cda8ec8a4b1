import { Fragment } from 'react'

const REFERENCE = /\b(ORD-[0-9A-Z]+)/

/** A text that may hold an email address or a reference: an address breaks after the @ or a dot, a reference nowhere. */
export function WrappedText({ text }: { text: string }) {
  if (!text.includes('@')) {
    const [before, reference, after] = text.split(REFERENCE)
    if (reference === undefined) return <span>{text}</span>
    return (
      <>
        <span>{before}</span>
        <span className="whitespace-nowrap">{reference}</span>
        <span>{after}</span>
      </>
    )
  }
  return text.split(/(?<=[@.])/).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a part may be there twice
    <Fragment key={at}>
      {at > 0 && <wbr />}
      <span>{part}</span>
    </Fragment>
  ))
}
