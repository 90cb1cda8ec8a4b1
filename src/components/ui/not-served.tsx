type NotServedProps = {
  /** Ends with the invitation, which begins with `Join` and becomes the link. */
  message: string
  zip: string
  product: string
}

/** A ZIP code that nobody delivers to, with the link to the waitlist. */
export function NotServed({ message, zip, product }: NotServedProps) {
  const at = message.indexOf('Join')
  return (
    <>
      <span>{message.slice(0, at)}</span>
      <a className="link" href={`/?waitlist=1&zip=${zip}&product=${encodeURIComponent(product)}`}>
        {message.slice(at)}
      </a>
    </>
  )
}
