import { ACCOUNT_NEWS, accountNotice, invitation, passwordReset } from '#api/auth/emails/account-news.tsx'
import { orderLinks } from '#api/buyer-portal/emails/order-links.tsx'
import { heldPlacesNotice } from '#api/capacity/emails/held-places-notice.tsx'
import { undeliveredNotice } from '#api/dashboard/emails/undelivered-notice.tsx'
import {
  floristCancelled,
  floristChanged,
  floristNewTime,
  floristReopened,
  floristSubstitution,
  floristUnanswered,
  floristWithdrawn,
} from '#api/florist-portal/emails/florist-news.tsx'
import { floristOrderMail } from '#api/florist-portal/emails/florist-order.tsx'
import { orderConfirmation } from '#api/orders/emails/order-confirmation.tsx'
import {
  deliveryMissed,
  orderAccepted,
  orderCancelled,
  orderDelivered,
  orderRefunded,
  paidAfterCancellation,
} from '#api/orders/emails/order-news.tsx'
import { orderNotice } from '#api/orders/emails/order-notice.tsx'
import type { Rendered } from '#api/platform/mail/render.tsx'
import {
  type Facts,
  QUESTION_MESSAGES,
  type QuestionMessage,
  questionLetter,
} from '#api/questions/emails/letters.tsx'
import { waitlistOpen, waitlistReceipt } from '#api/waitlist/emails/waitlist-news.tsx'
import { waitlistNotice } from '#api/waitlist/emails/waitlist-notice.tsx'
import { TITLE_MAX } from '#domain/catalogue.ts'
import { ATTEMPT_NAME_MAX, type ToldAttempt } from '#domain/delivery-attempts.ts'
import {
  ADDRESS_MAX,
  CITY_MAX,
  EMAIL_MAX,
  INSTRUCTIONS_MAX,
  MARKET_NAME_MAX,
  NAME_MAX,
  NOTE_MAX,
  SHOP_NAME_MAX,
  STORY_MAX,
  SUBSTITUTION_MAX,
} from '#domain/limits.ts'
import type { MESSAGES } from '#domain/order/causes.ts'
import { FLORIST_PARTS } from '#domain/order/changes.ts'
import type { ChoiceOffer } from '#domain/order/question-words.ts'
import { PHOTO_STEPS, type PhotoStep } from '#domain/photos.ts'
import { waitlistEntry } from '#tests/support/message-rows.ts'
import { STAMP } from '#tests/support/row-kit.ts'
import { order, orderItem } from '#tests/support/rows.ts'

export const ORIGIN = 'https://shop.example'
export const LINK = `${ORIGIN}/link#${'aB3-'.repeat(11)}`
const ASKING = `${ORIGIN}/choice?token=${'aB3-'.repeat(11)}`
const TYPED = 'Zoë & "Kim" <b>O’Neil</b>\nsecond line'

/** Texts of as many characters as are allowed, in words and in one word that never ends. */
const words = (max: number) =>
  'Sorry about the dishwasher. '
    .repeat(100)
    .slice(0, max - 1)
    .concat('.')
const oneWord = (max: number) => 'Llanfairpwllgwyngyll'.repeat(100).slice(0, max)
const address = `${oneWord(EMAIL_MAX - 12)}@example.com`

const times = {
  sentAt: new Date(STAMP),
  deliveredAt: new Date(STAMP),
  manageUrl: `${ORIGIN}/manage?token=${'aB3-'.repeat(20)}`,
}
const short = order({
  apologyNote: TYPED,
  recipientName: TYPED,
  deliveryInstructions: TYPED,
  substitutionPreference: 'ask',
  trackingToken: 'aB3-'.repeat(11),
  discountCents: 100,
  paymentStatus: 'paid',
})
const long = order({
  customerName: words(NAME_MAX),
  customerEmail: address,
  recipientName: oneWord(NAME_MAX),
  recipientPhone: '(212) 555-0101',
  deliveryAddress: words(ADDRESS_MAX),
  deliveryCity: oneWord(CITY_MAX),
  deliveryInstructions: words(INSTRUCTIONS_MAX),
  deliveryOption: 'few-hours',
  deliveryFeeCents: 1499,
  apologyNote: words(NOTE_MAX),
  trackingToken: 'aB3-'.repeat(11),
  paymentStatus: 'paid',
})
/** Offers to a buyer, from everything to nothing but to cancel. */
const everything: ChoiceOffer = {
  waitUntil: STAMP,
  days: ['2026-12-31'],
  money: 'all',
  unanswered: 'cancelled',
  feeCents: 1059,
  refundCents: 6358,
}
const offers: readonly ChoiceOffer[] = [
  everything,
  { waitUntil: STAMP, days: [], money: 'rest', unanswered: 'kept', feeCents: 0, refundCents: 999_999 },
  {
    waitUntil: null,
    days: ['2026-12-31'],
    money: 'requested',
    unanswered: 'cancelled',
    feeCents: 0,
    refundCents: 0,
  },
  { waitUntil: null, days: [], money: 'bank', unanswered: 'cancelled', feeCents: 0, refundCents: 0 },
]

const attempted = { name: null, nextStep: null, nextAt: null, at: STAMP }
const shopAddress = `${oneWord(SHOP_NAME_MAX)}, ${words(ADDRESS_MAX)}, ${oneWord(CITY_MAX)}, NY 10001`
const delivered: readonly ToldAttempt[] = [
  { ...attempted, outcome: 'recipient', shopAddress },
  { ...attempted, outcome: 'someone', name: TYPED, shopAddress },
  { ...attempted, outcome: 'neighbor', name: oneWord(ATTEMPT_NAME_MAX), shopAddress },
]
const missed: readonly ToldAttempt[] = [
  { ...attempted, outcome: 'nobody', nextStep: 'second_attempt', nextAt: STAMP, shopAddress },
  { ...attempted, outcome: 'nobody', nextStep: 'at_shop', shopAddress },
  { ...attempted, outcome: 'nobody', nextStep: 'ask_sender', shopAddress },
]

const mails = [
  {
    order: short,
    item: orderItem({ orderId: short.id, title: 'Bad <Really>' }),
    assignment: 'none',
    ...times,
  },
  {
    order: long,
    item: orderItem({ orderId: long.id, title: words(TITLE_MAX) }),
    assignment: 'ready',
    ...times,
  },
] as const
/** Flowers that are missing, in a few words and in as many as are allowed. */
const missedFlowers = [
  { missing: 'pink <b>peonies</b>', instead: 'ranunculus & tulips' },
  { missing: words(SUBSTITUTION_MAX), instead: oneWord(SUBSTITUTION_MAX) },
]
const entries = [
  waitlistEntry({ story: TYPED, city: 'Bo<i>se' }),
  waitlistEntry({ story: words(STORY_MAX), city: oneWord(CITY_MAX), email: address }),
]
const markets = [undefined, 'New York', words(MARKET_NAME_MAX)]

const asked = { link: ASKING, wasAsked: true }
const choice = { ...asked, offer: everything, feeRefundCents: 0 }
const substitution = { ...asked, refundCents: 6358, isDisputed: false, isOwn: true }
const flowerQuestion = { expiresAt: STAMP, preference: 'ask', outcome: null } as const
/** What differs in the letters about a question. */
const QUESTION_LETTERS: {
  [Message in QuestionMessage]: Omit<Facts[(typeof MESSAGES)[Message]['about']], 'order'>[]
} = {
  'promise-choice': offers.map((offer) => ({
    ...choice,
    offer,
    question: { outcome: null, expiresAt: STAMP },
  })),
  'choice-answered': [
    { ...choice, question: { outcome: 'wait', expiresAt: STAMP } },
    { ...choice, question: { outcome: 'day', expiresAt: STAMP }, feeRefundCents: 2119 },
  ],
  'choice-closed': [{ ...choice, question: { outcome: 'over', expiresAt: STAMP } }],
  'substitution-question': missedFlowers.flatMap((flowers) =>
    [6358, 0].map((refundCents) => ({
      ...substitution,
      refundCents,
      question: { ...flowerQuestion, ...flowers },
    })),
  ),
  'order-substituted': missedFlowers.flatMap((flowers) =>
    (
      [
        { preference: 'florist', outcome: 'florist' },
        { preference: 'ask', outcome: 'florist' },
        { preference: 'ask', outcome: 'silent' },
      ] as const
    ).map((because) => ({ ...substitution, question: { ...flowerQuestion, ...flowers, ...because } })),
  ),
  'substitution-closed': missedFlowers.flatMap((flowers) =>
    (['found', 'over'] as const).map((outcome) => ({
      ...substitution,
      question: { ...flowerQuestion, ...flowers, outcome },
    })),
  ),
}
async function letter<Message extends QuestionMessage>(
  message: Message,
  facts: Facts[(typeof MESSAGES)[Message]['about']],
  mail: (typeof mails)[number],
): Promise<Rendered> {
  const written = await questionLetter(message, facts, mail, ORIGIN)
  if (!written) throw new Error(`${message} is not true`)
  return written
}

/** Every email that the shop sends, by the file that writes it, with the texts that differ and with short and long data. */
export const EMAILS: Record<string, () => Promise<Rendered>[]> = {
  ...Object.fromEntries(
    QUESTION_MESSAGES.map((kind) => [
      kind,
      () =>
        mails.flatMap((mail) =>
          QUESTION_LETTERS[kind].map((facts) => letter(kind, { ...facts, order: mail.order } as never, mail)),
        ),
    ]),
  ),
  'account-notice': () => ACCOUNT_NEWS.map((news) => accountNotice(news, ORIGIN)),
  'delivery-missed': () =>
    mails.flatMap((mail) => missed.map((attempt) => deliveryMissed({ ...mail, attempt }, ORIGIN))),
  'florist-cancelled': () => mails.map((mail) => floristCancelled(mail, ORIGIN)),
  'florist-new-time': () => mails.map((mail) => floristNewTime(mail, LINK, ORIGIN)),
  'florist-changed': () =>
    mails.flatMap((mail) => [
      floristChanged({ ...mail, parts: ['card message'] }, LINK, ORIGIN),
      floristChanged({ ...mail, parts: FLORIST_PARTS }, LINK, ORIGIN),
    ]),
  'florist-order': () =>
    mails.map((mail, n) => {
      const shop = ['Petals & <Sons>', words(SHOP_NAME_MAX)][n] ?? ''
      const more = {
        shopOrder: { shop, shopCostCents: 4000, answerBy: [null, STAMP][n] ?? null },
        expiresAt: STAMP,
      }
      return floristOrderMail({ ...mail, ...more }, LINK, ORIGIN)
    }),
  'florist-reopened': () => mails.map((mail) => floristReopened(mail, LINK, ORIGIN)),
  'florist-substitution': () =>
    mails.flatMap((mail) =>
      missedFlowers.flatMap((flowers) =>
        (['agreed', 'silent'] as const).map((outcome) =>
          floristSubstitution({ ...mail, substitution: { ...flowers, outcome } }, LINK, ORIGIN),
        ),
      ),
    ),
  'florist-unanswered': () =>
    mails.flatMap((mail) =>
      (['assigned', 'unassigned'] as const).map((assignmentStatus) => {
        const order = { ...mail.order, assignmentStatus }
        return floristUnanswered({ ...mail, order, unansweredBy: STAMP, link: LINK }, ORIGIN)
      }),
    ),
  'florist-withdrawn': () => mails.map((mail) => floristWithdrawn(mail, ORIGIN)),
  invitation: () => [
    invitation({ role: 'admin', invitedBy: address }, LINK, ORIGIN),
    invitation({ role: 'member', invitedBy: null }, LINK, ORIGIN),
  ],
  'order-accepted': () => mails.map((mail) => orderAccepted(mail, ORIGIN)),
  'order-cancelled': () =>
    mails.flatMap((mail) =>
      [true, false].map((byBuyer) => {
        const order = { ...mail.order, status: 'cancelled' } as const
        return orderCancelled({ ...mail, order, requestedCents: 500, byBuyer }, ORIGIN)
      }),
    ),
  'order-cancelled-for-want-of-flowers': () =>
    mails.flatMap((mail) =>
      missedFlowers.flatMap((flowers) =>
        [true, false].map((isAnswer) => {
          const order = { ...mail.order, status: 'cancelled' } as const
          const substitution = { ...flowers, isAnswer }
          return orderCancelled({ ...mail, order, requestedCents: 500, byBuyer: false, substitution }, ORIGIN)
        }),
      ),
    ),
  'order-confirmation': () =>
    [true, false].flatMap((mayChange) =>
      mails.map((mail) => orderConfirmation({ ...mail, mayChange }, ORIGIN)),
    ),
  'order-delivered': () =>
    mails.flatMap((mail) => [
      ...[null, ...delivered].map((attempt) => orderDelivered({ ...mail, photos: [], attempt }, ORIGIN)),
      orderDelivered({ ...mail, photos: PHOTO_STEPS.map(mailPhoto), attempt: null }, ORIGIN),
    ]),
  'order-links': () => [
    ...[true, false].flatMap((mayChange) => mails.map((mail) => orderLinks({ ...mail, mayChange }, ORIGIN))),
    ...mails.map((mail) =>
      orderLinks({ ...mail, mayChange: false, order: { ...mail.order, trackingToken: null } }, ORIGIN),
    ),
  ],
  'order-notice': () =>
    mails.flatMap((mail) => {
      const cancelled = { ...mail.order, status: 'cancelled' } as const
      return [
        orderNotice('order-notice', { ...mail, needsRefund: false }, ORIGIN),
        orderNotice('order-notice', { ...mail, order: cancelled, needsRefund: true }, ORIGIN),
      ]
    }),
  'order-refunded': () =>
    mails.flatMap((mail) => {
      const part = { ...mail.order, refundedCents: 500 }
      const all = { ...mail.order, paymentStatus: 'refunded' } as const
      return [
        orderRefunded({ ...mail, order: part, amountCents: 500 }, ORIGIN),
        orderRefunded({ ...mail, order: all, amountCents: all.totalCents }, ORIGIN),
      ]
    }),
  'paid-after-cancellation': () =>
    mails.flatMap((mail) =>
      [0, 500].map((requestedCents) => paidAfterCancellation({ ...mail, requestedCents }, ORIGIN)),
    ),
  'password-reset': () => [passwordReset(LINK, ORIGIN)],
  'held-places-notice': () => {
    const about = { marketId: 'market', timeZone: 'America/New_York', firstEnd: STAMP, lastEnd: STAMP }
    const day = { held: 12, limit: 20, date: STAMP.slice(0, 10) }
    return [
      heldPlacesNotice({ ...about, ...day, market: 'Ho<bo>ken' }, new Date(STAMP), ORIGIN),
      heldPlacesNotice(
        { ...about, ...day, held: 20, date: '2026-12-24', market: words(MARKET_NAME_MAX) },
        new Date(STAMP),
        ORIGIN,
      ),
    ]
  },
  'undelivered-notice': () => {
    const known = {
      name: 'Sam <Sorry>',
      phone: '(212) 555-0100',
      reason: 'There is no "such" mailbox',
      delivery: 'bounced',
    } as const
    const unknown = { name: null, phone: null, reason: null, delivery: null }
    const about = ({ id, orderReference }: typeof short) => ({ orderId: id, reference: orderReference })
    return [
      undeliveredNotice(
        { ...about(short), ...known, recipient: 'sam@example.com', kind: 'order-confirmation' },
        ORIGIN,
      ),
      undeliveredNotice({ ...about(long), ...unknown, recipient: address, kind: 'florist-order' }, ORIGIN),
      undeliveredNotice(
        { ...about(long), ...unknown, recipient: address, kind: 'florist-withdrawn' },
        ORIGIN,
      ),
    ]
  },
  'waitlist-notice': () =>
    entries.flatMap((entry) => [
      ...markets.map((market) => waitlistNotice({ entry, market }, ORIGIN)),
      waitlistNotice({ entry, productTitle: 'Really Bad', address: words(ADDRESS_MAX) }, ORIGIN),
    ]),
  'waitlist-open': () =>
    entries.flatMap((entry) =>
      [['94601'], ['94601', '94602', '94603', '94604']].map((zips) => waitlistOpen(entry, zips, ORIGIN)),
    ),
  'waitlist-receipt': () =>
    entries.flatMap((entry) => markets.map((market) => waitlistReceipt(entry, market, ORIGIN))),
}

function mailPhoto(step: PhotoStep) {
  const query = new URLSearchParams({ until: '1780610400', signature: 'a'.repeat(43) })
  return { step, url: `${ORIGIN}/api/photos/${crypto.randomUUID()}/${'0'.repeat(64)}?${query}` }
}
