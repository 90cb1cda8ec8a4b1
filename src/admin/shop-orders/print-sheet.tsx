import Scissors from 'lucide-react/icons/scissors'
import type { ReactNode } from 'react'
import { ANY_READER, formatMarketTime } from '#domain/dates.ts'
import { changeLines } from '#domain/order/changes.ts'
import { SITE } from '#domain/site.ts'
import { type Fit, fitText } from './fit-text.ts'
import type { ShopOrderDetail } from './queries.ts'
import { shortId } from './status.tsx'

// The space inside the borders on the paper, in millimetres: print-sheet.css has the same numbers.
const CARD = { widthMm: 118, heightMm: 78, largest: 20 }
const INSTRUCTIONS = { widthMm: 180, heightMm: 66, largest: 10.5 }
/** The room that all texts that can change take. */
const CHANGES_MM = 14

/**
 * The sheet for the florist's bench: what to make, for whom, where and by when, and the card to cut out. It is there only
 * on paper (print-sheet.css), one page of A4 or Letter. No prices: it may travel with the flowers.
 */
export function PrintSheet({ record }: { record: ShopOrderDetail }) {
  const { order, shop, specialInstructions, changes } = record
  const instructions = [order.deliveryInstructions, specialInstructions].filter((text) => text !== null)
  const heightMm = INSTRUCTIONS.heightMm - (changes.length > 0 ? CHANGES_MM : 0)
  const fit = fitText(instructions.join('\n\n'), { ...INSTRUCTIONS, heightMm })
  return (
    <article className="print-sheet">
      <header>
        <p className="print-brand">{SITE.brand}</p>
        <h2>{order.reference}</h2>
        <p>
          {`${shop.name}, shop order ${shortId(record.id)}${order.isSample ? ', sample: do not make it' : ''}`}
        </p>
        {changes.length > 0 && (
          <p className="print-changes">
            {`Changed since it was offered: ${changeLines(changes, order.timeZone, ANY_READER).join('; ')}`}
          </p>
        )}
      </header>
      <dl className="print-facts">
        <Part term="Bouquet">
          {order.items.map(({ title, quantity, sku }) => (
            <b key={sku}>{quantity === 1 ? title : `${quantity} × ${title}`}</b>
          ))}
        </Part>
        <Part term="Deliver by">
          <b>{formatMarketTime(new Date(order.promisedBy), order.timeZone, 'full', ANY_READER)}</b>
        </Part>
        {(order.recipientName || order.recipientPhone) && (
          <Part term="For">
            {order.recipientName && <b>{order.recipientName}</b>}
            {order.recipientPhone && <span>{`Recipient’s phone: ${order.recipientPhone}`}</span>}
          </Part>
        )}
        {/* Without a recipient's name the driver needs the sender's. */}
        <Part term="Sent by">
          {!order.recipientName && <b>{order.customerName}</b>}
          <span>{`Sender’s phone: ${order.customerPhone}`}</span>
        </Part>
        <Part term="Address">
          <b>{order.address}</b>
          {order.unit && <b>{order.unit}</b>}
          <span>{`${order.city}, ${order.state} ${order.zip}`}</span>
        </Part>
      </dl>
      {instructions.length > 0 && (
        <dl className="print-instructions" style={styleOf(fit)}>
          {order.deliveryInstructions && <Part term="At the door">{order.deliveryInstructions}</Part>}
          {specialInstructions && <Part term="Instructions">{specialInstructions}</Part>}
        </dl>
      )}
      {order.apologyNote ? <Card note={order.apologyNote} /> : <p className="print-no-card">No card.</p>}
    </article>
  )
}

/** The apology note as a card to cut out, to the letter. */
function Card({ note }: { note: string }) {
  return (
    <div className="print-card">
      <Scissors aria-hidden />
      <p style={styleOf(fitText(note, CARD))}>{note}</p>
    </div>
  )
}

function Part({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  )
}

const styleOf = ({ points, columns }: Fit) => ({
  fontSize: `${points}pt`,
  ...(columns > 1 && { columnCount: columns }),
})
