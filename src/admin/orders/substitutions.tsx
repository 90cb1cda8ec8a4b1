import type { SubstitutionOutcome } from '#domain/order/questions.ts'
import { exchange, WISH_LABELS } from '#domain/order/substitution-messages.ts'
import { Card, CardSubtitle } from '#src/admin/ui/card.tsx'
import { HistoryItem } from '#src/admin/ui/history-item.tsx'
import { When } from '#src/admin/ui/when.tsx'
import type { OrderDetail } from './queries.ts'

/** The buyer's wish for a flower that is missing, below a heading of its own. */
export function Wish({ preference }: { preference: OrderDetail['substitutionPreference'] }) {
  return (
    <>
      <CardSubtitle>If a flower is missing</CardSubtitle>
      <p>{WISH_LABELS[preference]}</p>
    </>
  )
}

const OUTCOMES: Readonly<Record<SubstitutionOutcome, string>> = {
  florist: 'The florist chose',
  agreed: 'The buyer said yes',
  declined: 'The buyer said no: cancelled and refunded',
  silent: 'No answer in time: the florist went ahead',
  refunded: 'Cancelled and refunded, as the buyer wished',
  found: 'The florist found the flowers after all',
  over: 'The order moved on before an answer',
}

type SubstitutionsProps = {
  /** The newest first. */
  substitutions: OrderDetail['substitutions']
  /** IANA, of the market. */
  timeZone: string
}

/** The flowers that florists missed, and what became of each; nothing without any. Only the buyer answers. */
export function Substitutions({ substitutions, timeZone }: SubstitutionsProps) {
  if (substitutions.length === 0) return null
  return (
    <Card title="Missing flowers">
      <ul className="flex flex-col gap-3.5">
        {substitutions.map(({ id, shopName, reportedAt, expiresAt, outcome, ...flowers }) => (
          <HistoryItem key={id}>
            <b className="block font-semibold wrap-anywhere">{exchange(flowers)}</b>
            <span className="block">
              {outcome ? (
                OUTCOMES[outcome]
              ) : (
                <span>
                  The buyer is asked, and has until <When at={expiresAt ?? reportedAt} zone={timeZone} />
                </span>
              )}
            </span>
            <span className="block text-small text-muted">
              <span>{`${shopName}, `}</span>
              <When at={reportedAt} />
            </span>
          </HistoryItem>
        ))}
      </ul>
    </Card>
  )
}
