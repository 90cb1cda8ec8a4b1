import Scissors from 'lucide-react/icons/scissors'
import type { ReactNode } from 'react'
import { ANY_READER, formatMarketTime } from '#domain/dates.ts'
import { changeLines } from '#domain/order/changes.ts'
import { WISH_LABELS } from '#domain/order/substitution-messages.ts'
import { SITE } from '#domain/site.ts'
import { NoteCard } from '#src/components/ui/note-card.tsx'
import { CardBack } from './card-back.tsx'
import { fitText } from './fit-text.ts'
import type { ShopSheets } from './queries.ts'
import { shortId } from './status.tsx'

/**
 * The space inside the border on the paper, in millimetres: print-sheet.css has the same numbers. Never smaller than anything
 * else on the sheet: very long ones send the card to a second page instead.
 */
const INSTRUCTIONS = { widthMm: 168, heightMm: 62 }

type SheetRecord = Omit<ShopSheets['sheets'][number], 'situation' | 'status'>

/** The sheet of one shop order, which is there only on paper (print-sheet.css). */
export function PrintSheet({ record }: { record: SheetRecord }) {
  return (
    <div className="print-only">
      <Sheet record={record} />
    </div>
  )
}

/**
 * The sheet for the florist's bench: what must not be missed, in the largest letters, what to make, for whom, where and by
 * when, and the card to cut out. No prices: it may travel with the flowers.
 */
export function Sheet({ record }: { record: SheetRecord }) {
  const { order, shop, specialInstructions, changes } = record
  const instructions = [order.deliveryInstructions, specialInstructions].filter((text) => text !== null)
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
      {instructions.length > 0 && (
        <dl
          className="print-instructions"
          style={{ fontSize: `${fitText(instructions.join('\n\n'), INSTRUCTIONS)}pt` }}
        >
          {order.deliveryInstructions && (
            <Part term="Delivery instructions">{order.deliveryInstructions}</Part>
          )}
          {specialInstructions && <Part term={`Note from ${SITE.brand}`}>{specialInstructions}</Part>}
        </dl>
      )}
      <dl className="print-facts">
        <Part term="Bouquet">
          {order.items.map(({ title, quantity, sku }) => (
            <b key={sku}>{quantity === 1 ? title : `${quantity} × ${title}`}</b>
          ))}
        </Part>
        <Part term="Promised by">
          <b>{formatMarketTime(new Date(order.promisedBy), order.timeZone, 'full', ANY_READER)}</b>
        </Part>
        <Part term="If a flower is missing">
          <b>{WISH_LABELS[order.substitutionPreference]}</b>
        </Part>
        {(order.recipientName || order.recipientPhone) && (
          <Part term="Recipient">
            {order.recipientName && <b>{order.recipientName}</b>}
            {order.recipientPhone && <span>{`Recipient’s phone: ${order.recipientPhone}`}</span>}
          </Part>
        )}
        {/* Without a recipient's name the driver needs the sender's. */}
        <Part term="Sent by">
          {!order.recipientName && <b>{order.customerName}</b>}
          <span>{`Sender’s phone: ${order.customerPhone}`}</span>
        </Part>
        <Part term="Deliver to">
          <b>{order.address}</b>
          {order.unit && <b>{order.unit}</b>}
          <span>{`${order.city}, ${order.state} ${order.zip}`}</span>
        </Part>
      </dl>
      {!order.apologyNote && <p className="print-no-card">No card message.</p>}
      <PrintCard order={order} />
    </article>
  )
}

/**
 * The card to cut out. Its back is beside its front, since a sheet is printed on one side; without a message a small card says what
 * the back would. An order from before there were codes has no back.
 */
function PrintCard({ order: { reference, apologyNote, stopCode } }: Pick<SheetRecord, 'order'>) {
  if (!apologyNote && !stopCode) return null
  return (
    <div className="print-card" data-sides={apologyNote && stopCode ? 2 : 1}>
      <p>{cuttingOf(reference, Boolean(apologyNote), stopCode !== null)}</p>
      <div>
        <Scissors aria-hidden />
        {apologyNote && <NoteCard note={apologyNote} />}
        {stopCode && <CardBack code={stopCode} />}
      </div>
    </div>
  )
}

function cuttingOf(reference: string, hasNote: boolean, hasBack: boolean): string {
  if (!hasBack) return `Card for ${reference}`
  if (!hasNote) return `Small card for ${reference}. Cut it out and put it with the flowers.`
  return `Card for ${reference}. Cut out both halves in one piece and fold on the dotted line: the right half becomes the back.`
}

function Part({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  )
}
