import { formatDay, formatMarketTime, formatOrderTime, formatOrderTimeFrom } from '#domain/dates.ts'
import { nextStepText, OUTCOME_RULES } from '#domain/delivery-attempts.ts'
import { ANSWER_RULES, FLORIST_ANSWERS } from '#domain/florist.ts'
import { formatMoney } from '#domain/money.ts'
import { changeLines } from '#domain/order/changes.ts'
import { answerLimitText, WISH_LABELS } from '#domain/order/substitution-messages.ts'
import { formatPhone, phoneLink } from '#domain/phone.ts'
import { PHOTO_NAMES, PHOTOS_A_STEP, type PhotoStep } from '#domain/photos.ts'
import type { FloristOrder } from '#src/lib/order-links.ts'
import { getPart, setPicture, setText, setVisible } from '#src/lib/page-parts.ts'
import { photoItem } from '#src/lib/photo-item.ts'
import { askedText, decidedLine, mapAddress, TAKE_PHOTO } from './messages.ts'

/** Writes an order into the page, with the answers that it takes now. */
export function fillIn(order: FloristOrder): void {
  const { heading, text, tone } = order.headline
  headline(heading, text, tone)
  // The time that this florist gave is the promise from then on.
  const due = new Date(order.lateUntil ?? order.promisedBy)
  setText('reference', order.reference)
  setText('time', formatMarketTime(due, order.timeZone, 'shortTime'))
  setText('day', formatDay(due, order.timeZone))
  setText(
    'before',
    order.lateUntil && `Before: ${formatOrderTimeFrom(order.promisedBy, order.timeZone, due)}`,
  )
  setText('bouquet', order.bouquet)
  setText('share', formatMoney(order.shareCents))
  setText('shop', order.shop)
  setPicture('picture', order)
  fillInDelivery(order.delivery, order.timeZone)
  fillInLate(order)
  fillInPhotos(order)
  fillInAttempts(order)
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
  setText('reference', null)
  for (const name of ['order', 'bar', 'retry', 'links']) setVisible(name, false)
}

function call(who: 'recipient' | 'sender', phone: string | null): void {
  setVisible(`call-${who}`, phone !== null)
  if (phone === null) return
  setText(`${who}-phone`, formatPhone(phone))
  getPart(`call-${who}`).setAttribute('href', phoneLink(phone))
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
  fillInCard(delivery.card)
}

/** Draws the card (NoteCard draws it on the other pages). */
export function fillInCard(card: NonNullable<FloristOrder['delivery']>['card']): void {
  setText('card', card?.lines.join('\n') ?? null)
  getPart('card').dataset['size'] = String(card?.size ?? 0)
  setText('card-back', card?.rest ? `For the back of the card:\n${card.rest}` : null)
  setVisible('card-paper', card !== null)
  setVisible('no-card', card === null)
}

/** Lists what happened at the door so far. */
function fillInAttempts({ attempts, timeZone }: FloristOrder): void {
  const lines = attempts.map(({ outcome, name, at, ...next }) => {
    const time = formatOrderTime(at, timeZone)
    const what = [OUTCOME_RULES[outcome].label, name].filter(Boolean).join(': ')
    return [`${time}: ${what}`, nextStepText(next, timeZone, null)].filter(Boolean).join('. ')
  })
  setText('attempts', lines.join('\n'))
  setVisible('attempts-box', lines.length > 0)
}

/** Shows the photographs, those that can be deleted with a button, and whether another one can be taken. */
function fillInPhotos({ photos, photoSteps, showsPhotos }: FloristOrder): void {
  setVisible('photos-shown', showsPhotos)
  const items = photos.map((photo) => {
    const item = photoItem(photo)
    if (photoSteps.includes(photo.step)) {
      const remove = document.createElement('button')
      Object.assign(remove, { type: 'button', className: DELETE_PHOTO, textContent: 'Delete' })
      remove.dataset['photo'] = photo.id
      remove.setAttribute('aria-label', `Delete the photo: ${PHOTO_NAMES[photo.step]}`)
      item.append(remove)
    }
    return item
  })
  getPart('photos').replaceChildren(...items)
  const step = stepToPhotograph(photoSteps)
  setVisible('take-photo', step !== null && isOpen(step, photos, photoSteps))
  setText('take-photo-words', step && TAKE_PHOTO[step])
  setVisible('photos-box', photos.length > 0 || step !== null)
}

/** True if another photograph of a step can be taken. */
function isOpen(step: PhotoStep, photos: FloristOrder['photos'], steps: FloristOrder['photoSteps']): boolean {
  return steps.includes(step) && photos.filter((photo) => photo.step === step).length < PHOTOS_A_STEP
}

const DELETE_PHOTO = 'min-h-11 font-semibold text-rose-deep underline underline-offset-[0.2em]'

/** The bouquet while it is made, the door once it is ready. */
export function stepToPhotograph(steps: FloristOrder['photoSteps']): PhotoStep | null {
  if (steps.length === 0) return null
  return steps.includes('substitution') ? 'bouquet' : 'door'
}

/** Shows the sender's wish for a flower that is missing, the question that is open, and what was decided. */
function fillInFlowers({ substitution, timeZone, photos, photoSteps }: FloristOrder): void {
  const { preference, mayBeReported, question, decided } = substitution
  setVisible('wish-box', preference !== null)
  setText('wish', preference && WISH_LABELS[preference])
  setText('decided', decided.map(decidedLine).join('\n'))
  setVisible('question', question !== null)
  if (question) {
    setText('question-flowers', askedText(question))
    setText('question-limit', answerLimitText(question.expiresAt, timeZone))
  }
  getPart('flowers').dataset['open'] = String(question !== null)
  setVisible('found', question !== null)
  const isReported = question !== null || decided.length > 0
  setVisible('photo-substitution', isReported && isOpen('substitution', photos, photoSteps))
  setVisible('substitute', mayBeReported)
  setVisible('flowers', preference !== null || decided.length > 0)
}

/** Shows whether the florist can say to be late, and what was said. */
function fillInLate({ mayBeLate, lateUntil, timeZone }: FloristOrder): void {
  setVisible('late', mayBeLate)
  const until = lateUntil && formatOrderTime(lateUntil, timeZone)
  setText('late-said', until && `You said ${until}. We’ll ask the sender what they want.`)
}
