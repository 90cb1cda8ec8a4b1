import { describe, expect, test } from 'vitest'
import { orderConfirmation } from '#api/orders/emails/order-confirmation.tsx'
import { orderAccepted, orderDelivered, orderRefunded } from '#api/orders/emails/order-news.tsx'
import { waitlistNotice } from '#api/waitlist/emails/waitlist-notice.tsx'
import type { AssignmentState } from '#domain/order/fulfilment.ts'
import type { OrderStatus } from '#domain/order-status.ts'
import { EMAILS, ORIGIN } from '#tests/support/emails.ts'
import { waitlistEntry } from '#tests/support/message-rows.ts'
import { order, orderItem } from '#tests/support/rows.ts'
import { unescaped } from '#tests/support/unescaped.ts'

/** Letters after which only a call helps, or may be what helps; the others lead to a page. */
const CALLS = ['delivery-missed', 'florist-cancelled', 'florist-unanswered', 'florist-withdrawn']

/** The text that an inbox shows after the subject, without the invisible characters that fill it up. */
function preheaderOf(html: string): string {
  const hidden = /<div[^>]*data-skip-in-text="true"[^>]*>([^<]*)/.exec(html)?.[1] ?? ''
  return unescaped(hidden.trim())
}

/** The addresses of the buttons, in the order of the HTML. */
function buttonsOf(html: string): string[] {
  return [...html.matchAll(/<a[^>]*\bclass="action"[^>]*>/g)].map(([tag]) =>
    unescaped(/href="([^"]*)"/.exec(tag)?.[1] ?? ''),
  )
}

describe.each(Object.entries(EMAILS))('%s', (name, write) => {
  test('has a preheader that says something else than its subject', async () => {
    for (const { html, subject } of await Promise.all(write())) {
      const preheader = preheaderOf(html)
      expect(preheader.length).toBeGreaterThan(20)
      expect(subject.toLowerCase()).not.toContain(preheader.toLowerCase())
      expect(preheader.toLowerCase()).not.toContain(subject.toLowerCase())
    }
  })

  test('has one heading, a text for each picture, and tables that only lay out marked as such', async () => {
    for (const { html } of await Promise.all(write())) {
      expect(html.match(/<h1\b/g)).toHaveLength(1)
      const [logo, ...pictures] = [...html.matchAll(/<img\b[^>]*>/g)].map(([tag]) => tag)
      // The brand's name stands beside it.
      expect(logo).toContain('alt=""')
      expect(pictures.length).toBeGreaterThan(0)
      for (const picture of pictures) expect(picture).toMatch(/alt="[^"]+"/)
      for (const [table] of html.matchAll(/<table\b[^>]*>/g)) {
        expect(table).toMatch(/role="presentation"|class="amounts\b/)
      }
    }
  })

  test('has one button, its address at the foot, and both in a line of the text form', async () => {
    for (const { html, text } of await Promise.all(write())) {
      const [href = '', ...more] = buttonsOf(html)
      expect(more).toEqual([])
      if (href.startsWith('tel:')) {
        expect(CALLS).toContain(name)
        expect(text).toMatch(/^Call \(555\) 555-0142$/m)
        continue
      }
      const foot = html.slice(html.indexOf('Copy this address'))
      expect(unescaped(foot.replace(/<[^>]*>/g, ' '))).toContain(href)
      const [, ...lines] = text.trim().split('\n')
      expect(lines.filter((line) => line.endsWith(` ${href}`))).toHaveLength(1)
    }
  })

  test('has light and dark colors', async () => {
    for (const { html } of await Promise.all(write())) {
      expect(html).toContain('<meta name="color-scheme" content="light dark"/>')
      expect(html).toContain('<meta name="supported-color-schemes" content="light dark"/>')
      expect(/<style>([^<]*)<\/style>/.exec(html)?.[1]).toContain('@media (prefers-color-scheme: dark)')
      // React would write quotation marks in the style sheet as entities, which are none there.
      expect(/<style>([^<]*)<\/style>/.exec(html)?.[1]).not.toContain('&')
    }
  })

  test('is short enough to be shown whole', async () => {
    for (const { html } of await Promise.all(write())) expect(Buffer.byteLength(html)).toBeLessThan(102_000)
  })

  test('says “email” and uses no British spelling', async () => {
    for (const { subject, text } of await Promise.all(write())) {
      expect(`${subject}\n${text}`).not.toMatch(/e-mail|misspelt|colour|offence|favourite/i)
    }
  })
})

const HOUR = 3_600_000
const MANAGE = `${ORIGIN}/manage?token=a-token`
const bought = (changes = {}) => {
  const row = order({ paymentStatus: 'paid', orderReference: 'ORD-K7M2Q9XA', ...changes })
  return { order: row, item: orderItem({ orderId: row.id }), assignment: 'none', manageUrl: MANAGE } as const
}

describe('a subject with a time', () => {
  const [NEW_YORK, SAN_FRANCISCO] = ['America/New_York', 'America/Los_Angeles']
  test.each([
    ['on the promised day', '2026-06-04T15:00Z', '2026-06-05T00:00Z', NEW_YORK, '8 PM EST'],
    ['on it in winter', '2026-01-15T15:00Z', '2026-01-16T01:00Z', NEW_YORK, '8 PM EST'],
    ['the day before', '2026-06-03T15:00Z', '2026-06-05T00:00Z', NEW_YORK, 'Thu Jun 4, 8 PM EST'],
    [
      'the day before clocks change',
      '2026-03-07T20:00Z',
      '2026-03-09T00:00Z',
      NEW_YORK,
      'Sun Mar 8, 8 PM EST',
    ],
    ['after midnight', '2026-06-05T04:30Z', '2026-06-05T00:00Z', NEW_YORK, 'Thu Jun 4, 8 PM EST'],
    ['before midnight in the West', '2026-06-05T06:30Z', '2026-06-05T03:00Z', SAN_FRANCISCO, '8 PM PST'],
    [
      'the day before in the West',
      '2026-01-15T07:59Z',
      '2026-01-16T04:00Z',
      SAN_FRANCISCO,
      'Thu Jan 15, 8 PM PST',
    ],
    ['for a time between hours', '2026-06-04T15:00Z', '2026-06-04T18:30Z', NEW_YORK, '2:30 PM EST'],
  ])('sent %s: the promise', async (_, sentAt, promisedBy, timeZone, promised) => {
    const mail = { ...bought({ promisedBy, timeZone }), sentAt: new Date(sentAt), mayChange: true }
    const { subject } = await orderConfirmation(mail, ORIGIN)
    expect(subject).toBe(`Order confirmed: flowers by ${promised} (ORD-K7M2Q9XA)`)
  })

  test.each([
    ['at once', 0, 'Delivered at 3:42 PM EST'],
    ['on the next day', 9 * HOUR, 'Delivered on Thu Jun 4, 3:42 PM EST'],
  ])('sent %s: the delivery', async (_, delay, delivered) => {
    const deliveredAt = new Date('2026-06-04T19:42:00.000Z')
    const sentAt = new Date(deliveredAt.getTime() + delay)
    const { subject, text } = await orderDelivered(
      { ...bought(), deliveredAt, sentAt, photos: [], attempt: null },
      ORIGIN,
    )
    expect(subject).toBe(`${delivered} (ORD-K7M2Q9XA)`)
    expect(text).toContain('Thu Jun 4, 3:42 PM EST')
  })
})

describe('an email about an order that is sent late', () => {
  const emailsOf = async (changes: { status: OrderStatus; paymentStatus?: 'refunded' }) => {
    const paid = bought({ trackingToken: 'a-token', ...changes })
    const mail = { ...paid, sentAt: new Date(), amountCents: 500, mayChange: true }
    return [
      await orderConfirmation(mail, ORIGIN),
      await orderAccepted(mail, ORIGIN),
      await orderRefunded(mail, ORIGIN),
    ]
  }

  test.each([
    { status: 'confirmed' },
    { status: 'processing' },
    { status: 'cancelled' },
    { status: 'confirmed', paymentStatus: 'refunded' },
  ] as const)('leads to the order’s status before delivery: %o', async (changes) => {
    for (const { text } of await emailsOf(changes)) {
      expect(text).toContain(`View order status ${ORIGIN}/track?token=a-token`)
    }
  })

  test.each([
    { status: 'delivered' },
    { status: 'completed' },
    { status: 'delivered', paymentStatus: 'refunded' },
  ] as const)('leads to the order itself after delivery: %o', async (changes) => {
    for (const { html, text } of await emailsOf(changes)) {
      expect(html).not.toContain('/track')
      expect(text).toContain(`View your order ${MANAGE}`)
    }
  })
})

describe('the progress of an order', () => {
  const sentenceOf = async (changes: Parameters<typeof bought>[0], assignment: AssignmentState) => {
    const { text } = await orderAccepted({ ...bought(changes), assignment }, ORIGIN)
    return /^Step .*$/m.exec(text)?.[0]
  }

  test.each([
    ['none', { status: 'confirmed' }, 'Step 2 of 5: paid. Next: a florist accepts.'],
    ['pending', { status: 'confirmed' }, 'Step 2 of 5: paid. Next: a florist accepts.'],
    ['rejected', { status: 'confirmed' }, 'Step 2 of 5: paid. Next: a florist accepts.'],
    ['confirmed', { status: 'processing' }, 'Step 3 of 5: accepted. Next: the bouquet is ready.'],
    ['ready', { status: 'processing' }, 'Step 4 of 5: ready. Next: delivery.'],
    ['delivered', { status: 'delivered' }, 'Step 5 of 5: delivered.'],
    ['none', { status: 'completed' }, 'Step 5 of 5: delivered.'],
    ['none', { status: 'pending', paymentStatus: 'pending' }, 'Step 1 of 5: ordered. Next: the payment.'],
    ['confirmed', { status: 'cancelled' }, undefined],
    ['confirmed', { status: 'confirmed', paymentStatus: 'refunded' }, undefined],
  ] as const)('%s, %o: %s', async (assignment, changes, sentence) => {
    expect(await sentenceOf(changes, assignment)).toBe(sentence)
  })
})

test.each([
  'promise-choice',
  'substitution-question',
  'delivery-missed',
  'order-cancelled',
  'order-cancelled-for-want-of-flowers',
])('%s brings bad news under a quiet drawing, without a bouquet or a bar of progress', async (name) => {
  for (const { html, text } of await Promise.all(EMAILS[name]?.() ?? [])) {
    expect(html).toContain('/topics/')
    expect(html).not.toContain('-16x9.jpg')
    expect(text).not.toMatch(/^Step \d of 5/m)
  }
})

test('a row from before texts were normalized turns no direction in an email or its subject', async () => {
  const evil = '\u202egro.livE\u202c\u2066'
  const old = bought({ recipientName: evil, apologyNote: evil, deliveryAddress: evil, deliveryCity: evil })
  const email = await orderConfirmation({ ...old, sentAt: new Date(), mayChange: true }, ORIGIN)
  const notice = await waitlistNotice({ entry: waitlistEntry({ city: evil }) }, ORIGIN)
  expect(notice.subject).toContain('gro.livE')
  for (const mail of [email, notice]) {
    expect(JSON.stringify(mail)).toContain('gro.livE')
    expect(JSON.stringify(mail)).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/)
  }
})
