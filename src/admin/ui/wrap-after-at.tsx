/** A text with an email address in it: where there is no room for the whole address, it breaks after the @. */
export function WrapAfterAt({ text }: { text: string }) {
  const [first = '', ...rest] = text.split(/(?<=@)/)
  return (
    <>
      <span>{first}</span>
      {rest.map((part) => (
        <span key={part}>
          <wbr />
          <span>{part}</span>
        </span>
      ))}
    </>
  )
}
