import { SITE } from '#domain/site.ts'

/**
 * The back of a card: where whoever gets the flowers says that they want no more, and the code for it. It is read by people who are
 * glad and by people who are afraid: it takes no side.
 */
export function CardBack({ code }: { code: string }) {
  return (
    <div className="print-back" translate="no">
      <p>
        If you would rather not get flowers from this sender, or from us at all, tell us. It works at once,
        and the sender is not told.
      </p>
      <p>
        <b>{`${new URL(SITE.address).host}/stop`}</b>
        <b>{code}</b>
      </p>
      <p>{`Or call ${SITE.supportPhone}, ${SITE.supportHours}.`}</p>
    </div>
  )
}
