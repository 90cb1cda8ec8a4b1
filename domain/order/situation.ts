import { ANY_READER, formatOrderTime, formatOrderTimeFrom } from '#domain/dates.ts'
import { DELIVERY_OPTIONS, type DeliveryOptionId } from '#domain/delivery.ts'
import { type DeliveryNextStep, nextStepText } from '#domain/delivery-attempts.ts'
import { type DisputeStatus, disputeWords } from '#domain/disputes.ts'
import type { OrderStatus, PaymentStatus } from '#domain/order-status.ts'
import type { DangerReason } from './broken-promise.ts'
import type { OrderFlag } from './causes.ts'
import { DANGER_LABELS } from './danger-labels.ts'
import { type AssignmentState, type FloristPageView, fulfilmentOf, isAwaited } from './fulfilment.ts'
import type { SubstitutionOutcome } from './questions.ts'
import { answerLimitText, missingFlowers } from './substitution-messages.ts'

// The one answer to "what now?": the first situation that fits, most urgent first, with who has to do what, and the sentence for each
// reader. Screens, lists, the dashboard, the desk, letters and sheets ask it and work nothing out themselves.

/**
 * What an owner can do. `ask`: the buyer of a promise in danger. `remind`: the florist, by email. `call_buyer`: the buyer. `settle`:
 * to say that nothing is left to be done about the flag.
 */
export type NextAction =
  | 'assign'
  | 'call'
  | 'remind'
  | 'refund'
  | 'ask'
  | 'reassign'
  | 'call_buyer'
  | 'settle'

type AskedShop = {
  name: string
  assignment: AssignmentState
  phone: string | null
  /** Null: the shop cannot be reminded by email. */
  email: string | null
  /** When it was asked last (ISO instant). */
  askedAt: string
  /** Until when it has to answer (ISO instant); null: there is no deadline. */
  answerBy: string | null
  /** True if the email with the order has not reached it. */
  isUnreached: boolean
  /** True if it has not looked at the order for longer than its market waits before somebody calls. */
  isUnseen: boolean
}

/** Nobody opened the door; the next step that the florist named. */
type Missed = { at: string; nextStep: DeliveryNextStep | null; nextAt: string | null }

export type SituationFacts = {
  status: OrderStatus
  paymentStatus: PaymentStatus
  deliveryOption: DeliveryOptionId
  /** ISO instant. */
  promisedBy: string
  /** IANA zone. */
  timeZone: string
  /** Nobody waits for it. */
  isSample: boolean
  /** Those that are open. */
  flags: readonly OrderFlag[]
  disputes: readonly { status: DisputeStatus }[]
  /** `back`: it is on its way to the buyer. `stuck`: it cannot be given back here. */
  money: 'here' | 'back' | 'stuck'
  /** Why the promise is in danger, the new time that was given, and when and until when its buyer was asked, if so. */
  danger: {
    reason: DangerReason
    waitUntil: string | null
    offeredAt: string | null
    expiresAt: string | null
  } | null
  /** The flowers about which the buyer is asked, and until when. */
  question: { missing: string; instead: string; expiresAt: string } | null
  /** What became of the last question of the florist who has the order. */
  answered: SubstitutionOutcome | null
  missed: Missed | null
  /** The shop that has the order; null: none has. */
  shop: AskedShop | null
  /** The shop that had it last, where none has it. */
  lastShop: { name: string; ended: 'withdrawn' | 'unanswered' | 'declined' } | null
}

/** A headline and what is true beside it. */
export type Headline = { heading: string; text: string }
/** A headline of a florist's page. `off`: the order is nothing for them any more. */
export type FloristHeadline = Headline & { tone: 'open' | 'good' | 'off' }
/** A headline for the buyer. `says`: its name, for pages with other words beside it. */
export type BuyerHeadline = Headline & {
  says: 'coming' | 'made' | 'ready' | 'missed' | 'late' | 'asked' | 'delivered' | 'cancelled' | 'refunded'
}
/** What a sentence to the buyer names. */
export type BuyersWords = { firstName: string; city: string; bouquet: string }

type Look = 'red' | 'amber' | 'plain'
type Reading = { facts: SituationFacts; now: Date }

type Row = {
  when: (reading: Reading) => boolean
  look: Look
  /** In a list. */
  label: string
  who: 'owner' | 'florist' | 'buyer' | 'bank' | null
  /** The flag that it is about. */
  flag?: OrderFlag
  actions?: (reading: Reading) => readonly NextAction[]
  owner: (reading: Reading) => string
  /** The florist who has the order. */
  florist: (reading: Reading) => FloristHeadline
  buyer: (words: BuyersWords, reading: Reading) => BuyerHeadline
}

const MINUTE_MS = 60_000
/** With less time left a florist is called and not written to. */
const CALL_WITHIN_MS = 2 * 60 * MINUTE_MS

const viewOf = ({ facts }: Reading) =>
  fulfilmentOf({ ...facts, assignment: facts.shop?.assignment ?? 'none' })
const isFlagged = (flag: OrderFlag) => (reading: Reading) => reading.facts.flags.includes(flag)
const tracks = (stage: string) => (reading: Reading) => viewOf(reading).tracking === stage
const isWaitedFor = (reading: Reading) => isAwaited(reading.facts) && viewOf(reading).reached !== 'delivered'
const nameOf = ({ facts }: Reading) => facts.shop?.name ?? 'The shop'

/** By when the flowers are due: a second attempt has its own time. */
const dueAt = ({ facts }: Reading) => Date.parse(facts.missed?.nextAt ?? facts.promisedBy)
const isLate = (reading: Reading) => dueAt(reading) < reading.now.getTime()
const timeIn = ({ facts }: Reading, instant: string) => formatOrderTime(instant, facts.timeZone)

/** The deadline; without one as long as florists usually have. */
function isAnswerDue({ facts, now }: Reading): boolean {
  const { shop, deliveryOption, promisedBy } = facts
  if (!shop) return false
  const usual = DELIVERY_OPTIONS[deliveryOption].answerMinutes * MINUTE_MS
  const until = shop.answerBy === null ? Date.parse(shop.askedAt) + usual : Date.parse(shop.answerBy)
  return until <= now.getTime() || Date.parse(promisedBy) < now.getTime()
}

/** The ways to a florist that are there, the better one first. */
function ways({ facts, now }: Reading): readonly NextAction[] {
  const { shop, promisedBy } = facts
  const [call, remind] = [shop?.phone ? 'call' : null, shop?.email ? 'remind' : null] as const
  const isUrgent = facts.danger !== null || Date.parse(promisedBy) - now.getTime() < CALL_WITHIN_MS
  const order = isUrgent ? [call, remind] : [remind, call]
  return order.filter((way) => way !== null).slice(0, 1)
}

const callOf = ({ facts }: Reading): readonly NextAction[] => (facts.shop?.phone ? ['call'] : [])

/** Everything that can save the promise, the most promising first. Flowers that are ready are not made again elsewhere. */
function inDanger(reading: Reading): readonly NextAction[] {
  const { danger, shop } = reading.facts
  const ask: NextAction[] = danger?.offeredAt === null ? ['ask'] : []
  if (!shop) return danger?.reason === 'no_florist' ? [...ask, 'assign'] : ['assign', ...ask]
  const { florist } = viewOf(reading)
  const other: NextAction[] = florist === 'ready' ? [] : ['reassign']
  const contact = florist === 'asked' ? ways(reading) : callOf(reading)
  return florist === 'asked' ? [...contact, ...ask, ...other] : [...ask, ...contact, ...other]
}

/** What the buyer reads about their flowers, where the situation is about something else, too. */
function aboutFlowers({ firstName, city, bouquet }: BuyersWords, reading: Reading): BuyerHeadline {
  const { tracking, reached } = viewOf(reading)
  if (tracking === 'cancelled') {
    const text = `${firstName}, nothing will be delivered. Didn’t expect that? Call us.`
    return { says: 'cancelled', heading: 'This order was cancelled.', text }
  }
  if (tracking === 'refunded') {
    const text = 'You don’t need to do anything.'
    return { says: 'refunded', heading: 'Your payment was refunded.', text }
  }
  if (tracking === 'delivered') {
    const text = `${firstName}, your flowers were delivered in ${city}. The rest is yours: short sentences, no “but”.`
    return { says: 'delivered', heading: 'Delivered.', text }
  }
  if (reading.facts.missed) {
    const text = `${firstName}, your flowers were at the door in ${city}.`
    return { says: 'missed', heading: 'We knocked. Nobody answered.', text }
  }
  if (isLate(reading)) {
    const text = `${firstName}, your flowers should be there by now. We are sorry, and yes, we have noticed.`
    return { says: 'late', heading: 'We are late.', text }
  }
  if (reached === 'ready') {
    const text = `${firstName}, the next stop is a door in ${city}. A good moment to find the words.`
    return { says: 'ready', heading: 'Tied, wrapped, ready to go.', text }
  }
  if (reached === 'accepted') {
    const text = `${firstName}, a florist in ${city} is putting your ${bouquet} together.`
    return { says: 'made', heading: 'A florist is on it.', text }
  }
  const text = `${firstName}, we are handing your ${bouquet} to a florist in ${city}. You don’t need to do anything.`
  return { says: 'coming', heading: 'We are on it.', text }
}

function mayChoose(words: BuyersWords, reading: Reading): BuyerHeadline {
  if (!reading.facts.danger?.offeredAt) return aboutFlowers(words, reading)
  return {
    says: 'asked',
    heading: isLate(reading) ? 'We are late.' : 'We may be late.',
    text: `${words.firstName}, we are sorry. You choose what happens now: the link is in our last email.`,
  }
}

/** The words of a florist's page for each view: where the order stands, and what comes next. */
export const FLORIST_VIEWS_SAY: Readonly<Record<FloristPageView, FloristHeadline>> = {
  asked: { heading: 'Can you make this?', text: 'Please answer soon. Somebody is waiting.', tone: 'open' },
  accepted: { heading: 'It’s yours.', text: 'Tap Ready once it is tied.', tone: 'good' },
  ready: { heading: 'Ready to go.', text: 'Tap At the door when you get there.', tone: 'good' },
  delivered: { heading: 'Delivered. Thank you.', text: 'That’s all. You can close this page.', tone: 'good' },
  rejected: {
    heading: 'You rejected this order.',
    text: 'That’s all right. We take it from here. There’s nothing else to do.',
    tone: 'off',
  },
  overdue: {
    heading: 'Can you still make this?',
    text: 'The time to answer was over, but no other florist has it yet. Tap Accept if you can make it by then.',
    tone: 'open',
  },
  unanswered: {
    heading: 'Another florist has this one.',
    text: 'The time to answer was over. That’s all right. There’s nothing left for you to do.',
    tone: 'off',
  },
  over: {
    heading: 'This order is closed.',
    text: 'It has been taken care of, and there’s nothing left for you to do. Flowers in hand? Call us.',
    tone: 'off',
  },
  cancelled: {
    heading: 'This order was cancelled.',
    text: 'Please don’t make it. Already made, or on its way? Call us right now.',
    tone: 'off',
  },
  // The text below it is the server’s, which refuses such a link.
  closed: { heading: 'This link is closed.', text: '', tone: 'off' },
}

const NEXT_AT_THE_DOOR: Readonly<Record<DeliveryNextStep, string>> = {
  second_attempt: 'Tap At the door when you get there again.',
  at_shop: 'Tap At the door once they are collected.',
  ask_sender: 'We ask the sender what to do, and call you.',
}

const ONCE_ASKED: Partial<Record<SubstitutionOutcome, string>> = {
  agreed: 'They said yes. Go ahead.',
  silent: 'No answer. Go ahead.',
}

/** What the florist who has the order reads: what there is to do with the flowers. */
function ofView(reading: Reading): FloristHeadline {
  const { facts, now } = reading
  const { question, answered, shop, timeZone } = facts
  const { florist } = viewOf(reading)
  const says = FLORIST_VIEWS_SAY[florist]
  if (florist === 'asked' && shop?.answerBy) {
    const deadline = formatOrderTimeFrom(shop.answerBy, timeZone, now)
    return { ...says, text: `Please answer by ${deadline}. After that we ask another florist.` }
  }
  if (facts.missed && (florist === 'accepted' || florist === 'ready')) return missedAtTheDoor(reading)
  if (florist !== 'accepted') return says
  if (question) {
    const text = answerLimitText(question.expiresAt, timeZone)
    return { heading: 'We asked the sender.', text, tone: 'open' }
  }
  return { ...says, heading: (answered && ONCE_ASKED[answered]) ?? says.heading }
}

function missedAtTheDoor(reading: Reading): FloristHeadline {
  const { missed } = reading.facts
  const by = missed?.nextAt ? `You try again by ${timeIn(reading, missed.nextAt)}.` : ''
  const next = missed?.nextStep ? NEXT_AT_THE_DOOR[missed.nextStep] : ''
  return { heading: 'Nobody was there.', text: `${by} ${next}`.trim(), tone: 'open' }
}

/** The order is over. A shop that has not delivered it has nothing to do with it any more. */
function overSentence(reading: Reading): string {
  const { status, shop } = reading.facts
  const { tracking } = viewOf(reading)
  const isOwn = shop === null || shop.assignment === 'delivered'
  if (tracking === 'delivered') {
    return `Delivered. ${isOwn ? '' : `${shop.name} can no longer respond. `}There is nothing to do.`
  }
  const end = status === 'cancelled' ? 'Cancelled' : 'Refunded in full'
  return `${end}. ${isOwn ? '' : `${shop.name} doesn’t need to make it. `}There is nothing to do.`
}

const ENDED = {
  withdrawn: 'It was withdrawn from',
  unanswered: 'didn’t answer in time',
  declined: 'declined it',
}

/** Who had it last, and why they do not any more. */
function unassignedSentence({ facts: { lastShop } }: Reading): string {
  if (!lastShop) return 'No shop has it.'
  const { name, ended } = lastShop
  const why = ended === 'withdrawn' ? `${ENDED[ended]} ${name}` : `${name} ${ENDED[ended]}`
  return `No shop has it. ${why}.`
}

function dangerSentence(reading: Reading): string {
  const { danger } = reading.facts
  if (!danger) return ''
  const { reason, waitUntil, expiresAt } = danger
  return [
    DANGER_LABELS[reason],
    waitUntil && `New time: ${timeIn(reading, waitUntil)}.`,
    expiresAt && `The buyer can answer until ${timeIn(reading, expiresAt)}.`,
  ]
    .filter(Boolean)
    .join(' ')
}

function missedSentence(reading: Reading): string {
  const { missed, timeZone } = reading.facts
  const next = missed && nextStepText(missed, timeZone, ANY_READER)
  const when = missed ? ` ${timeIn(reading, missed.at)}` : ''
  return `Nobody was there${when}.${next ? ` ${next}.` : ''} See that it happens.`
}

function disputeSentence({ facts }: Reading): string {
  const { title, todo } = disputeWords(facts.disputes)
  return `${title}. ${todo}`
}

/** The florist has been asked. */
const isAsked = (reading: Reading) => isWaitedFor(reading) && viewOf(reading).florist === 'asked'

export const SITUATIONS = {
  danger: {
    when: (reading) => reading.facts.danger !== null && isWaitedFor(reading),
    look: 'red',
    label: 'In danger',
    who: 'owner',
    actions: inDanger,
    owner: dangerSentence,
    florist: ofView,
    buyer: mayChoose,
  },
  nobody_there: {
    when: (reading) => isFlagged('nobody_there')(reading) && viewOf(reading).reached !== 'delivered',
    look: 'red',
    label: 'Nobody there',
    who: 'owner',
    flag: 'nobody_there',
    actions: (reading) =>
      reading.facts.missed?.nextStep === 'ask_sender'
        ? ['call_buyer', ...callOf(reading), 'settle']
        : [...callOf(reading), 'call_buyer', 'settle'],
    owner: missedSentence,
    florist: ofView,
    buyer: aboutFlowers,
  },
  refund_due: {
    when: (reading) => {
      const { money } = reading.facts
      // What the bank holds, its dispute decides.
      const isDue = money === 'here' || (money === 'stuck' && !isFlagged('disputed')(reading))
      return isFlagged('needs_refund')(reading) && isDue
    },
    look: 'red',
    label: 'Needs refund',
    who: 'owner',
    flag: 'needs_refund',
    actions: () => ['refund', 'settle'],
    owner: () => 'The buyer’s money has to go back.',
    florist: ofView,
    buyer: aboutFlowers,
  },
  disputed: {
    when: (reading) => isFlagged('disputed')(reading) && !disputeWords(reading.facts.disputes).isDeciding,
    look: 'red',
    label: 'Disputed',
    who: 'owner',
    flag: 'disputed',
    actions: () => ['settle'],
    owner: disputeSentence,
    florist: ofView,
    buyer: aboutFlowers,
  },
  blocked_again: {
    when: isFlagged('blocked_again'),
    look: 'red',
    label: 'Blocked sender',
    who: 'owner',
    flag: 'blocked_again',
    actions: () => ['settle'],
    owner: () =>
      'Whoever sent these flowers keeps trying, although their recipient wants no more. No order was taken. Read Blocks, and settle it here.',
    florist: ofView,
    buyer: aboutFlowers,
  },
  unassigned: {
    when: (reading) => isWaitedFor(reading) && reading.facts.shop === null,
    look: 'plain',
    label: 'To assign',
    who: 'owner',
    actions: () => ['assign'],
    owner: unassignedSentence,
    florist: ofView,
    buyer: aboutFlowers,
  },
  unreached: {
    when: (reading) => isAsked(reading) && reading.facts.shop?.isUnreached === true,
    look: 'red',
    label: 'Call the florist',
    who: 'owner',
    actions: callOf,
    owner: (reading) => `The email with the order has not reached ${nameOf(reading)}.`,
    florist: ofView,
    buyer: aboutFlowers,
  },
  unseen: {
    when: (reading) => isAsked(reading) && reading.facts.shop?.isUnseen === true,
    look: 'red',
    label: 'Call the florist',
    who: 'owner',
    actions: callOf,
    owner: (reading) => `${nameOf(reading)} hasn’t looked at the order.`,
    florist: ofView,
    buyer: aboutFlowers,
  },
  unanswered: {
    when: (reading) => isAsked(reading) && isAnswerDue(reading),
    look: 'amber',
    label: 'Waiting for the florist',
    who: 'owner',
    actions: ways,
    owner: (reading) => `${nameOf(reading)} hasn’t answered.`,
    florist: ofView,
    buyer: aboutFlowers,
  },
  asked: {
    when: isAsked,
    look: 'amber',
    label: 'Waiting for the florist',
    who: 'florist',
    owner: (reading) => `Waiting for ${nameOf(reading)} to answer.`,
    florist: ofView,
    buyer: aboutFlowers,
  },
  overdue: {
    when: (reading) => isWaitedFor(reading) && isLate(reading) && !reading.facts.isSample,
    look: 'red',
    label: 'Late',
    who: 'owner',
    actions: callOf,
    owner: (reading) => `${nameOf(reading)} hasn’t delivered it.`,
    florist: ofView,
    buyer: aboutFlowers,
  },
  bank_decides: {
    when: isFlagged('disputed'),
    look: 'red',
    label: 'Disputed',
    who: 'bank',
    flag: 'disputed',
    actions: () => ['settle'],
    owner: disputeSentence,
    florist: ofView,
    buyer: aboutFlowers,
  },
  refunded: {
    when: tracks('refunded'),
    look: 'plain',
    label: 'Refunded',
    who: null,
    owner: overSentence,
    florist: ofView,
    buyer: aboutFlowers,
  },
  cancelled: {
    when: tracks('cancelled'),
    look: 'plain',
    label: 'Cancelled',
    who: null,
    owner: overSentence,
    florist: ofView,
    buyer: aboutFlowers,
  },
  delivered: {
    when: tracks('delivered'),
    look: 'plain',
    label: 'Delivered',
    who: null,
    owner: overSentence,
    florist: ofView,
    buyer: aboutFlowers,
  },
  unpaid: {
    when: ({ facts }) => facts.paymentStatus !== 'paid',
    look: 'plain',
    label: 'Not paid',
    who: 'buyer',
    owner: () => 'Not paid yet. There is nothing to do until it is.',
    florist: ofView,
    buyer: aboutFlowers,
  },
  question: {
    when: ({ facts }) => facts.question !== null,
    look: 'amber',
    label: 'Buyer is asked',
    who: 'buyer',
    owner: ({ facts }) =>
      `The buyer is asked about other flowers${facts.question ? `: ${missingFlowers(facts.question)} are missing` : ''}. There is nothing to do.`,
    florist: ofView,
    buyer: aboutFlowers,
  },
  ready: {
    when: (reading) => viewOf(reading).florist === 'ready',
    look: 'plain',
    label: 'Ready',
    who: 'florist',
    owner: (reading) => `${nameOf(reading)} has it ready to deliver. There is nothing to do.`,
    florist: ofView,
    buyer: aboutFlowers,
  },
  making: {
    when: () => true,
    look: 'plain',
    label: 'Being made',
    who: 'florist',
    owner: (reading) => `${nameOf(reading)} is making it. There is nothing to do.`,
    florist: ofView,
    buyer: aboutFlowers,
  },
} as const satisfies Record<string, Row>

export type SituationKind = keyof typeof SITUATIONS

export type Situation = {
  kind: SituationKind
  look: Look
  label: string
  who: Row['who']
  flag: OrderFlag | null
  /** The first is the one to take. None: nobody has to do anything. */
  actions: readonly NextAction[]
  /** For the owner. */
  sentence: string
  /** For the florist who has the order. */
  florist: FloristHeadline
  buyer: (words: BuyersWords) => BuyerHeadline
}

const ROWS = Object.entries(SITUATIONS) as [SituationKind, Row][]

/** The situation of an order at `now`. */
export function situation(facts: SituationFacts, now: Date): Situation {
  const reading = { facts, now }
  const making: [SituationKind, Row] = ['making', SITUATIONS.making]
  const [kind, row] = ROWS.find(([, { when }]) => when(reading)) ?? making
  const { look, label, who, flag = null } = row
  return {
    ...{ kind, look, label, who, flag },
    actions: row.actions?.(reading) ?? [],
    sentence: row.owner(reading),
    florist: row.florist(reading),
    buyer: (words) => row.buyer(words, reading),
  }
}
