import { flagEntry, MESSAGE_KINDS, messageEntry, ORDER_FLAGS } from '#domain/order/causes.ts'
import { type Cause, cellOf, ORDER_EVENTS, rowOf } from '#domain/order/events.ts'
import { ASSIGNMENT_STATES, fulfilmentOf } from '#domain/order/fulfilment.ts'
import { PART_NAMES, PARTS, type Part, type When } from '#domain/order/parts.ts'

const OPENING = `# Promises

How an order, the shop that is asked, the place that it takes, the choice of its buyer, the question about other flowers, the delivery attempts and the
refund move together. The table is what runs: \`domain/order/events.ts\` has a row for each event, \`domain/order/causes.ts\` an entry for each message,
flag and clock. This page is written from them by \`npx vitest run tests/unit/order-events.test.ts -u\`.

An event is applied to all parts at once. \`·\` leaves a part as it is, and so does a table without the event. \`✕\` means that the event cannot happen
while that part is so: then nothing at all changes, and nobody is written to.

## Decisions

- **Places are counted, not stored.** An order takes a place of its market for the day of its promised time while it is neither
  cancelled nor refunded in full nor a sample; within the hour and within a few hours also one of the clock hour of that time. So no
  event can leak or lose a place, orders from before the first limit count, and a recomputed time moves it. \`order_holds\` keeps
  what an unpaid order needs beside that: whose place it is, and a second place while its form is being changed.
- **Overselling is refused by the database.** The batch that stores an order counts the places of its day and hour once more and
  inserts a null into a NOT NULL column when there is none left. The capacity in it is the one that was read; a capacity that
  is lowered later refuses nobody who was there before.
- **A limited market** has active shops and none of them without a limit on that date. A limit an hour counts only if every
  active shop has one. A shop without a number for a date has no limit on it; 0 is closed.
- **A changed form** first takes the place of its new day or hour for the order that it replaces, then ends the old session, then stores
  the new order. If there is no room, nothing was ended: the old order and its session can still be paid.
- **Three places for one holder**, and of one day a third at the same time, count only in limited markets: for one client (an IPv4 address or an IPv6 /64), one mailbox and
  one phone each, and nine for an IPv6 /48, by hashes. An order that ended unpaid counts for 24 hours more, unless a pause ended
  it. The hashes are deleted once the order is paid, else after these 24 hours.
- **A place is held for 31 minutes** ([0057](decisions/0057-places.md)). A changed form does not extend the first hold, unless less than ten minutes of it are left:
  then the new order has a hold of its own, and both count. When its payment page cannot be opened, the place is given back at once.
- **A held hour is kept**: paid so much later that it falls into another hour, an order moves there if there is room. If that hour is full, it
  keeps its place and is promised for the last minute of the hour that it held.
- **Paid after its session had ended** (\`lapsed\`): the order comes back, with a place if there is room, else flagged \`over_capacity\`. Called
  off by an admin or by a changed form (\`called_off\`), it stays cancelled and needs a refund, as before.
- **An order that is flagged \`over_capacity\`** still counts: somebody has to make it or to refund it.
- **Reopening never fails for want of room**: it is flagged instead. Undo gives the order back as it was, with its place. A rebuilt order is flagged
  \`rebuilt\` already.
- **An unpaid order that an admin sets to delivered** (\`unpaid_delivered\`) keeps its place, and is delivered once it is paid.
- **Waiting** moves the promised time, and the place with it, without asking for room: the florist or the owner gave that time, so
  \`over_capacity\` is resolved. The time goes when the florist who gave it loses the order.
- **Another day** takes the order back from a florist who was late: the next one is asked for the new day.
- **What the buyer agrees to begins a new round of asking.** A shop that said no or nothing to the old promise may be asked again.
  The new promise is in danger only for what happens after it: for want of a florist once the last one has declined again, for want of
  time when the time left gets too short, or, if it was that short when it was agreed to, once it has passed.
- **No florist is left** once the last one has declined (at once; within a minute where an admin answers for a shop), wherever florists have to answer. Where an admin assigns, every active
  shop with room that was not asked in this round is left; where the system does, only those with an email.
- **A buyer who is asked to choose** has the market's hours, and never longer than until the time that is offered to wait for. A new time is at least 10 minutes
  ahead, and the system asks while 10 minutes are left ([0094](decisions/0094-choose-by.md)).
- **Without an answer** the order is cancelled and refunded, unless the flowers are made: then nothing is cancelled, and
  the choice stays open until they are there, or were at the door. The email, the page, the answer and the job take what is offered, and what comes without an
  answer, from what may happen to the order (\`choiceOffer\` in \`domain/order/answer.ts\`).
- **A florist who is out of a flower** says so after accepting and before the flowers are ready. By the wish of its buyer another flower goes
  in, the buyer is asked, or the order is cancelled with a refund. One question is open at a time; the next flower may be reported once it is
  over. Its deadline is half of the time that making and delivering leaves, 10 to 60 minutes; without 10 minutes the florist chooses, as after silence
  (\`domain/order/questions.ts\`). \`ready\` is refused to the florist while it is open: a no would come too late. An admin may set it,
  which ends the question. After a no, or a wish for a refund, the florist keeps the link: its page says not to make the bouquet.
- **Florists are written to** only while they have the order to make and have heard of it, and not twice in a row about the same:
  \`florist-reopened\` goes only to one who was told to stop last (\`recipientOf\` in \`domain/order/evolve.ts\`). What an admin reads about the emails of a change is what the outbox has. A buyer is written to only about a paid order that is no sample; \`phone\` is the buyer’s, if they agreed to texts; \`completed\` is internal.
`

/** `docs/promises.md`. */
export function promisesDocument(): string {
  const parts = PART_NAMES.map((part) => `## ${TITLES[part]}\n\n${transitionTable(part)}\n`)
  const meanings = table(
    ['event', 'what happens'],
    ORDER_EVENTS.map((event) => [code(event), rowOf(event).says]),
  )
  const causes = table(
    ['event', 'messages and flags'],
    ORDER_EVENTS.flatMap((event) => {
      const all = rowOf(event).causes ?? []
      return all.length === 0 ? [] : [[code(event), all.map(causeText).join('; ')]]
    }),
  )
  const messages = table(
    ['message', 'to the', 'written once for each', 'not sent while', 'texted as'],
    MESSAGE_KINDS.map((kind) => {
      const { to, about, untrue = [], textedAs } = messageEntry(kind)
      return [code(kind), to, about, untrue.map(whenText).join('; '), textedAs ? code(textedAs) : '']
    }),
  )
  const flags = table(
    ['flag', 'resolved once'],
    ORDER_FLAGS.map((kind) => [
      code(kind),
      flagEntry(kind).until.map(whenText).join('; ') || 'a person says so',
    ]),
  )
  return [
    OPENING,
    `## Events\n\n${meanings}\n`,
    ...parts,
    `## Messages and flags\n\n${causes}\n\n${messages}\n\n${flags}\n`,
    `## Pages\n\n${PAGES}\n\n${viewsTable()}\n`,
  ].join('\n')
}

const TITLES: Readonly<Record<Part, string>> = {
  order: 'The order',
  shopOrder: 'The shop order',
  place: 'The place',
  choice: 'The choice',
  substitution: 'The substitution',
  attempts: 'The attempts',
  refund: 'The refund',
}

const SIGNS: Readonly<Record<string, string>> = { stays: '·', refused: '✕' }

/** The rows that say something of the part. */
function transitionTable(part: Part): string {
  return table(
    ['event', ...PARTS[part]],
    ORDER_EVENTS.flatMap((event) =>
      rowOf(event)[part] === undefined
        ? []
        : [[code(event), ...PARTS[part].map((state) => signOf(cellOf(part, event, state as never)))]],
    ),
  )
}

const signOf = (cell: string) => SIGNS[cell] ?? cell

function whenText(when: When): string {
  return Object.entries(when)
    .map(([part, states]) => `${part === 'shopOrder' ? 'shop order' : part} ${states.join(' or ')}`)
    .join(', ')
}

function causeText(cause: Cause): string {
  const conditions = [whenText(cause.when ?? {}), cause.if ? 'if the event says so' : ''].filter(Boolean)
  const what = 'send' in cause ? code(cause.send) : `flag ${code(cause.flag)}`
  return conditions.length > 0 ? `${what} (${conditions.join(', ')})` : what
}

const PAGES = `The pages of the florist and of the buyer, by the order and its shop order.`

const PHASES = {
  open: { status: 'confirmed', paymentStatus: 'paid' },
  delivered: { status: 'delivered', paymentStatus: 'paid' },
  cancelled: { status: 'cancelled', paymentStatus: 'paid' },
  refunded: { status: 'confirmed', paymentStatus: 'refunded' },
} as const

function viewsTable(): string {
  return table(
    ['order', ...ASSIGNMENT_STATES],
    Object.entries(PHASES).map(([phase, order]) => [
      phase,
      ...ASSIGNMENT_STATES.map((assignment) => {
        const { florist, tracking } = fulfilmentOf({ ...order, assignment })
        return `${florist} / ${tracking}`
      }),
    ]),
  )
}

const code = (text: string) => `\`${text}\``

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n')
}
