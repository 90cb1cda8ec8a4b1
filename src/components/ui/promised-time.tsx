/** `Today, Tue Jun 4, by 8 PM`, which breaks before the time rather than inside it. */
export function PromisedTime({ text }: { text: string }) {
  const [day, time] = text.split(/ (?=by )/)
  return (
    <>
      <span>{`${day ?? ''} `}</span>
      <span className="inline-block">{time}</span>
    </>
  )
}
