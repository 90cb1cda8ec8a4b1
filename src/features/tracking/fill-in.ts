import type { TrackingAnswer } from '#src/contracts/tracking.ts'
import { formatDay, formatShortTime, formatTime } from '#src/domain/dates.ts'
import { part, say, show } from '#src/lib/page-parts.ts'
import { trackingWords } from './words.ts'

/** Writes into the page where somebody's flowers are. */
export function fillIn(answer: TrackingAnswer, now: Date): void {
  const { heading, text, help } = trackingWords(answer, now)
  headline(heading, text)
  part('page').dataset['state'] = answer.state
  fillInSteps(answer)
  const promised = new Date(answer.promisedBy)
  const off = answer.state === 'cancelled' || answer.state === 'refunded'
  say(
    'promise',
    off ? null : `${formatDay(promised, answer.timeZone)}, ${formatShortTime(promised, answer.timeZone)}`,
  )
  show('promise-box', !off)
  say('bouquet', answer.bouquet)
  say('city', answer.city)
  picture(answer)
  say('looked', `Looked at ${formatTime(now, answer.timeZone)}.`)
  show('order', true)
  show('retry', false)
  show('help', help)
}

/** What is said at the top; it is announced. */
export function headline(heading: string, text: string): void {
  say('heading', heading)
  say('text', text)
}

function fillInSteps({ steps, timeZone, state }: TrackingAnswer): void {
  const next = state === 'on-its-way' ? steps.find(({ done }) => !done)?.step : undefined
  for (const { step, done, at } of steps) {
    const element = part(`step-${step}`)
    element.dataset['done'] = String(done)
    if (step === next) element.setAttribute('aria-current', 'step')
    else element.removeAttribute('aria-current')
    const instant = at === null ? null : new Date(at)
    const when = instant && `${formatDay(instant, timeZone)}, ${formatTime(instant, timeZone)}`
    // Seen, it is the mark beside it; heard, it is a word.
    say(`said-${step}`, done ? 'done' : step === next ? 'next' : 'still to come')
    say(`at-${step}`, when ?? null)
  }
}

function picture({ imageUrl, bouquet }: TrackingAnswer): void {
  const element = part('picture')
  if (!(element instanceof HTMLImageElement)) return
  element.onerror = () => {
    element.hidden = true
  }
  element.alt = `${bouquet} bouquet`
  if (element.src !== imageUrl) element.src = imageUrl
}
