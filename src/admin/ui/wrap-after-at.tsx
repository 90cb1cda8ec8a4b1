import { Fragment } from 'react'

/** A text with an email address in it: where there is no room for the whole address, it breaks after the @. */
export function WrapAfterAt({ text }: { text: string }) {
  return text.split(/(?<=@)/).map((part, at) => (
    <Fragment key={part}>
      {at > 0 && <wbr />}
      <span>{part}</span>
    </Fragment>
  ))
}
