import { formatDay, formatDeadline, formatMarketTime } from '#domain/dates.ts'
import { FLORIST_ANSWERS } from '#domain/florist.ts'
import { formatMoney } from '#domain/money.ts'
import { changeLines } from '#domain/order-changes.ts'
import { formatPhone, phoneDigits } from '#domain/phone.ts'
import type { FloristOrder } from '#src/lib/order-links.ts'
import { part, say, show } from '#src/lib/page-parts.ts'
import { fillInLate } from './late.ts'
import { answerByText, FLORIST_MESSAGES, mapAddress } from './messages.ts'

/** Writes an order into the page, with the answers that it takes now. */
export function fillIn(order: FloristOrder): void {
  const { heading, text, tone } = FLORIST_MESSAGES[order.view]
  const deadline = order.answerBy && formatDeadline(new Date(order.answerBy), order.timeZone, new Date())
  headline(heading, deadline ? answerByText(deadline) : text, tone)
  const promised = new Date(order.promisedBy)
  say('reference', order.reference)
  say('time', formatMarketTime(promised, order.timeZone, 'shortTime'))
  say('day', formatDay(promised, order.timeZone))
  say('bouquet', order.bouquet)
  say('share', formatMoney(order.shareCents))
  say('shop', order.shop)
  picture(order)
  fillInDelivery(order.delivery, order.timeZone)
  fillInLate(order)
  for (const name of ['by', 'earns']) show(name, tone !== 'off')
  show('order', true)
  show('retry', false)
  for (const answer of FLORIST_ANSWERS) show(answer, order.answers.includes(answer))
  show('bar', order.answers.length > 0)
  part('bar').dataset['view'] = order.view
}

/** What is said at the top; it is announced. */
export function headline(heading: string, text: string, tone: 'open' | 'good' | 'off'): void {
  say('heading', heading)
  say('text', text)
  part('page').dataset['tone'] = tone
}

/** Nothing of the order is left to be seen. */
export function clear(): void {
  for (const name of ['order', 'bar', 'retry']) show(name, false)
}

function picture({ imageUrl, bouquet }: FloristOrder): void {
  const element = part('picture')
  if (!(element instanceof HTMLImageElement)) return
  element.onerror = () => show('picture', false)
  element.alt = `${bouquet} bouquet`
  // Set again, a picture would be fetched again; one that is broken stays away.
  if (element.src === imageUrl) return
  element.src = imageUrl
  element.hidden = false
}

function call(who: 'recipient' | 'sender', phone: string | null): void {
  show(`call-${who}`, phone !== null)
  if (phone === null) return
  say(`${who}-phone`, formatPhone(phone))
  part(`call-${who}`).setAttribute('href', `tel:+1${phoneDigits(phone)}`)
}

function fillInDelivery(delivery: FloristOrder['delivery'], zone: string): void {
  show('delivery', delivery !== null)
  if (!delivery) return
  say('changes', changeLines(delivery.changes, zone).join('\n'))
  show('changes-box', delivery.changes.length > 0)
  say('recipient', delivery.recipientName)
  say('address', delivery.address)
  say('unit', delivery.unit)
  say('place', `${delivery.city}, ${delivery.state} ${delivery.zip}`)
  part('map').setAttribute('href', mapAddress(delivery))
  call('recipient', delivery.recipientPhone)
  call('sender', delivery.senderPhone)
  say('instructions', delivery.instructions)
  show('instructions-box', Boolean(delivery.instructions))
  say('special', delivery.specialInstructions)
  show('special-box', Boolean(delivery.specialInstructions))
  say('card', delivery.cardText)
  show('no-card', !delivery.cardText)
}
