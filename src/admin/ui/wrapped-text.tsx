import { Fragment } from 'react'

/** A text that may be an email address, which breaks after the @ or a dot. */
export function WrappedText({ text }: { text: string }) {
  if (!text.includes('@')) return <span>{text}</span>
  return text.split(/(?<=[@.])/).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a part may be there twice
    <Fragment key={at}>
      {at > 0 && <wbr />}
      <span>{part}</span>
    </Fragment>
  ))
}
