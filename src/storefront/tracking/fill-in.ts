import { formatOrderTime } from '#domain/dates.ts'
import { attemptSentences } from '#domain/delivery-attempts.ts'
import { formatMoney } from '#domain/money.ts'
import { TRACKING_STEPS } from '#domain/tracking.ts'
import type { TrackingAnswer } from '#src/lib/order-links.ts'
import { getPart, setPicture, setText, setVisible } from '#src/lib/page-parts.ts'
import { showPhotos } from '#src/lib/photo-item.ts'
import { lastChange, STEP_NAMES, substitutionLine } from './messages.ts'

/** Writes into the page where somebody's flowers are. */
export function fillIn(answer: TrackingAnswer, now: Date): void {
  const { heading, text } = answer.headline
  headline(heading, text, atTheDoor(answer, now))
  getPart('page').dataset['state'] = answer.state
  setVisible('find', answer.isAsked || answer.substitutions.some(({ isAsked }) => isAsked))
  setText('substitutions', answer.substitutions.map(substitutionLine).join('\n') || null)
  fillInSteps(answer)
  const off = answer.state === 'cancelled' || answer.state === 'refunded'
  setText('promise', off ? null : formatOrderTime(answer.promisedBy, answer.timeZone))
  setVisible('promise-box', !off)
  setText('reference', answer.reference)
  setText('destination', `${answer.bouquet} bouquet to ${answer.city}, ${answer.deliveryState}.`)
  setText('updated', lastChange(answer, now))
  setPicture('picture', answer)
  fillInPhotos(answer)
  getPart('order').removeAttribute('aria-busy')
  setVisible('order', true)
  setVisible('retry', false)
}

function fillInPhotos({ photos }: TrackingAnswer): void {
  setVisible('photos-box', photos.length > 0)
  setVisible('picture-box', photos.length === 0)
  showPhotos(getPart('photos'), photos)
}

/** The last delivery attempt, and what happens next. */
type AtTheDoor = { happened: string | null; next: string | null }

/** Sets the announced headline at the top. */
export function headline(
  heading: string,
  text: string,
  { happened, next }: AtTheDoor = { happened: null, next: null },
): void {
  setText('heading', heading)
  setText('text', text)
  setText('happened', happened)
  setText('next', next)
}

function atTheDoor({ attempt, timeZone }: TrackingAnswer, now: Date): AtTheDoor | undefined {
  return attempt ? attemptSentences(attempt, { timeZone, now }) : undefined
}

function fillInSteps({ steps, timeZone, state, refund }: TrackingAnswer): void {
  const next = state === 'on-its-way' ? steps.find(({ done }) => !done)?.step : undefined
  for (const name of TRACKING_STEPS) {
    const found = steps.find(({ step }) => step === name)
    const element = getPart(`step-${name}`)
    element.hidden = !found
    if (!found) continue
    const { done, at } = found
    element.dataset['done'] = String(done)
    if (name === next) element.setAttribute('aria-current', 'step')
    else element.removeAttribute('aria-current')
    // Seen, it is the mark beside it; heard, it is a word.
    setText(`said-${name}`, done ? 'done' : name === next ? 'next' : 'still to come')
    setText(`at-${name}`, at && formatOrderTime(at, timeZone))
  }
  setText('name-refunded', `${STEP_NAMES.refunded} ${formatMoney(refund.refundedCents)}`)
}
