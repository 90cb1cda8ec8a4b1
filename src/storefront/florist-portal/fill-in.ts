import { formatDay, formatDeadline, formatMarketTime } from '#domain/dates.ts'
import { ANSWER_RULES, FLORIST_ANSWERS } from '#domain/florist.ts'
import { formatMoney } from '#domain/money.ts'
import { changeLines } from '#domain/order/changes.ts'
import { WISH_LABELS } from '#domain/order/substitution-messages.ts'
import { formatPhone, phoneDigits } from '#domain/phone.ts'
import type { FloristOrder } from '#src/lib/order-links.ts'
import { getPart, setPicture, setText, setVisible } from '#src/lib/page-parts.ts'
import { serverNow } from '#src/lib/server-clock.ts'
import {
  answerByText,
  askedText,
  decidedLine,
  FLORIST_MESSAGES,
  flowersHeadline,
  mapAddress,
  waitText,
} from './messages.ts'

/** Writes an order into the page, with the answers that it takes now. */
export function fillIn(order: FloristOrder): void {
  const { heading, text, tone } = FLORIST_MESSAGES[order.view]
  const deadline =
    order.answerBy && formatDeadline(new Date(order.answerBy), order.timeZone, new Date(serverNow()))
  const flowers = flowersHeadline(order)
  if (flowers) headline(flowers.heading, flowers.text, flowers.tone)
  else headline(heading, deadline ? answerByText(deadline) : text, tone)
  const promised = new Date(order.promisedBy)
  setText('reference', order.reference)
  setText('time', formatMarketTime(promised, order.timeZone, 'shortTime'))
  setText('day', formatDay(promised, order.timeZone))
  setText('bouquet', order.bouquet)
  setText('share', formatMoney(order.shareCents))
  setText('shop', order.shop)
  setPicture('picture', order)
  fillInDelivery(order.delivery, order.timeZone)
  fillInLate(order)
  fillInFlowers(order)
  for (const name of ['by', 'earns']) setVisible(name, tone !== 'off')
  setVisible('order', true)
  for (const name of ['retry', 'links']) setVisible(name, false)
  for (const answer of FLORIST_ANSWERS) setVisible(answer, order.answers.includes(answer))
  setVisible(
    'bar',
    order.answers.some((answer) => !ANSWER_RULES[answer].button),
  )
  getPart('bar').dataset['view'] = order.view
}

/** Sets the announced headline at the top. */
export function headline(heading: string, text: string, tone: 'open' | 'good' | 'off'): void {
  setText('heading', heading)
  setText('text', text)
  getPart('page').dataset['tone'] = tone
}

/** Nothing of the order is left to be seen. */
export function clear(): void {
  for (const name of ['order', 'bar', 'retry', 'links']) setVisible(name, false)
}

function call(who: 'recipient' | 'sender', phone: string | null): void {
  setVisible(`call-${who}`, phone !== null)
  if (phone === null) return
  setText(`${who}-phone`, formatPhone(phone))
  getPart(`call-${who}`).setAttribute('href', `tel:+1${phoneDigits(phone)}`)
}

function fillInDelivery(delivery: FloristOrder['delivery'], zone: string): void {
  setVisible('delivery', delivery !== null)
  if (!delivery) return
  setText('changes', changeLines(delivery.changes, zone).join('\n'))
  setVisible('changes-box', delivery.changes.length > 0)
  setText('recipient', delivery.recipientName)
  setText('address', delivery.address)
  setText('unit', delivery.unit)
  setText('place', `${delivery.city}, ${delivery.state} ${delivery.zip}`)
  getPart('map').setAttribute('href', mapAddress(delivery))
  call('recipient', delivery.recipientPhone)
  call('sender', delivery.senderPhone)
  setText('instructions', delivery.instructions)
  setVisible('instructions-box', Boolean(delivery.instructions))
  setText('special', delivery.specialInstructions)
  setVisible('special-box', Boolean(delivery.specialInstructions))
  setText('card', delivery.cardText)
  setVisible('no-card', !delivery.cardText)
}

/** Shows the sender's wish for a flower that is missing, the question that is open, and what was decided. */
function fillInFlowers({ substitution, timeZone }: FloristOrder): void {
  const { preference, mayBeReported, question, decided } = substitution
  setVisible('wish-box', preference !== null)
  setText('wish', preference && WISH_LABELS[preference])
  setText('decided', decided.map(decidedLine).join('\n'))
  setVisible('question', question !== null)
  if (question) {
    setText('question-flowers', askedText(question))
    setText('question-limit', waitText(question, timeZone))
  }
  getPart('flowers').dataset['open'] = String(question !== null)
  setVisible('found', question !== null)
  setVisible('substitute', mayBeReported)
  setVisible('flowers', preference !== null || decided.length > 0)
}

/** Shows whether the florist can say to be late, and what was said. */
function fillInLate({ mayBeLate, lateUntil, timeZone }: FloristOrder): void {
  setVisible('late', mayBeLate)
  const until = lateUntil && formatMarketTime(new Date(lateUntil), timeZone, 'short')
  setText('late-said', until && `You said ${until}. We’ll ask the sender what they want.`)
}
