import * as z from 'zod/mini'
import type { Deps } from '#api/deps.ts'
import { readState, type StoredOrder } from '#api/orders/state-queries.ts'
import { trackingAddress } from '#api/platform/mail/order-parts.tsx'
import type { OutboxRow } from '#api/platform/outbox/outbox.ts'
import type { Ring } from '#api/platform/outbox/send-ring.ts'
import { questionLink } from '#api/questions/service.ts'
import { formatOrderTime } from '#domain/dates.ts'
import { MESSAGES, NAMES_IN_PAYLOADS, type TextKind } from '#domain/order/causes.ts'
import { partsOf } from '#domain/order/current-parts.ts'
import { isUntrue } from '#domain/order/evolve.ts'
import { buyersPhotos } from '#domain/order/photo.ts'
import { QUESTIONS, type QuestionKind } from '#domain/order/questions.ts'
import { quietUntil } from '#domain/quiet-hours.ts'
import { SITE } from '#domain/site.ts'
import { ORDER_NAME_LENGTH } from '#domain/text-answers.ts'

type Known = Pick<Deps, 'db' | 'config' | 'clock'>
type Written = { state: StoredOrder; payload: OutboxRow['payload'] } & Known

const END = 'Reply STOP to end, HELP for help.'

/** In letters that every phone has, so that a text costs no more than it has to. */
const WORDS: Record<TextKind, (about: Written) => string | null | Promise<string | null>> = {
  'text-accepted': (about) => `a florist accepted order ${nameOf(about)}.${arrival(about)}`,
  'text-ready': (about) => `order ${nameOf(about)} is tied, wrapped and on its way.${arrival(about)}`,
  'text-delivered': ({ state, clock, config }) => {
    const photo = buyersPhotos(state, clock.now()).length > 0 && trackingAddress(state.order, config.origin)
    return `the flowers of order ${nameOf({ state })} are there.${photo ? ` The photo: ${photo}` : ''}`
  },
  'text-choice': (about) => {
    const late = isToCome(about) ? 'may not be there in time' : 'is late'
    return question(about, 'text-choice', `order ${nameOf(about)} ${late}. You choose what happens now`)
  },
  'text-substitution': (about) =>
    question(
      about,
      'text-substitution',
      `a flower of order ${nameOf(about)} is missing. You say if another may go in`,
    ),
}

/** These wait for no morning: they have a deadline. */
const AT_ANY_HOUR: readonly TextKind[] = ['text-choice', 'text-substitution']

/**
 * A text to a buyer who agreed to texts. It names the last four characters of the order, and nobody.
 * @returns null when there is nothing to say any more, or not to this number; by night what waits until the morning
 */
export async function buyerText(deps: Known, kind: TextKind, row: OutboxRow): Promise<Ring | null> {
  const { state } = row.orderId === null ? { state: null } : await readState(deps.db, row.orderId)
  if (!state?.takesTexts || state.order.customerPhone !== row.recipient) return null
  if (isUntrue(kind, partsOf(state))) return null
  const words = await WORDS[kind]({ ...deps, state, payload: row.payload })
  if (words === null) return null
  const quiet = AT_ANY_HOUR.includes(kind) ? null : quietUntil(deps.clock.now(), state.order.timeZone)
  return { channel: 'text', to: row.recipient, text: `${SITE.brand}: ${words} ${END}`, notBefore: quiet }
}

const nameOf = ({ state: { order } }: Pick<Written, 'state'>) =>
  order.orderReference.slice(-ORDER_NAME_LENGTH)
const isToCome = ({ state, clock }: Written) => new Date(state.order.promisedBy) > clock.now()

/** Nothing once the promised time is over: nobody has given another. */
function arrival(about: Written): string {
  const { promisedBy, timeZone } = about.state.order
  return isToCome(about) ? ` It arrives by ${formatOrderTime(promisedBy, timeZone)}.` : ''
}

async function question(
  { config, state, payload }: Written,
  text: 'text-choice' | 'text-substitution',
  asks: string,
): Promise<string | null> {
  const kind: QuestionKind = MESSAGES[text].about
  const id = z.string().parse(payload[NAMES_IN_PAYLOADS[kind]])
  const questions = state[QUESTIONS[kind].rows]
  const asked = questions.find((each) => each.id === id)
  if (!asked?.expiresAt || asked.closedAt !== null) return null
  const link = await questionLink(config, state.order, kind, asked)
  return link && `${asks}, until ${formatOrderTime(asked.expiresAt, state.order.timeZone)}: ${link}`
}
