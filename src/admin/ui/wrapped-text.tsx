import { Fragment } from 'react'

/** A text that may be an email address, which breaks after the @ or a dot, or end in an order's reference, which stays whole. */
export function WrappedText({ text }: { text: string }) {
  const reference = /ORD-\w+$/.exec(text)?.[0]
  if (reference)
    return (
      <>
        <span>{text.slice(0, -reference.length)}</span>
        <span className="whitespace-nowrap">{reference}</span>
      </>
    )
  if (!text.includes('@')) return <span>{text}</span>
  return text.split(/(?<=[@.])/).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a part may be there twice
    <Fragment key={at}>
      {at > 0 && <wbr />}
      <span>{part}</span>
    </Fragment>
  ))
}
