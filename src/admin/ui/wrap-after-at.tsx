import { Fragment } from 'react'

/** A text that may be an email address: where there is no room for the whole address, it breaks after the @ or a dot. */
export function WrapAfterAt({ text }: { text: string }) {
  const parts = text.includes('@') ? text.split(/(?<=[@.])/) : [text]
  return parts.map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a part may be there twice
    <Fragment key={at}>
      {at > 0 && <wbr />}
      <span>{part}</span>
    </Fragment>
  ))
}
