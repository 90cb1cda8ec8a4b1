import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { HtmlValidate } from 'html-validate'
import { describe, expect, test } from 'vitest'
import { ACCOUNT_NEWS, accountNotice } from '#api/auth/emails/account-notice.tsx'
import { invitation } from '#api/auth/emails/invitation.tsx'
import { passwordReset } from '#api/auth/emails/password-reset.tsx'
import { undeliveredNotice } from '#api/dashboard/emails/undelivered-notice.tsx'
import { floristCancelled } from '#api/florist-portal/emails/florist-cancelled.tsx'
import { floristOrderMail } from '#api/florist-portal/emails/florist-order.tsx'
import { floristReopened } from '#api/florist-portal/emails/florist-reopened.tsx'
import { floristWithdrawn } from '#api/florist-portal/emails/florist-withdrawn.tsx'
import { orderAccepted } from '#api/orders/emails/order-accepted.tsx'
import { orderCancelled } from '#api/orders/emails/order-cancelled.tsx'
import { orderConfirmation } from '#api/orders/emails/order-confirmation.tsx'
import { orderDelivered } from '#api/orders/emails/order-delivered.tsx'
import { orderNotice } from '#api/orders/emails/order-notice.tsx'
import { orderRefunded } from '#api/orders/emails/order-refunded.tsx'
import { paidAfterCancellation } from '#api/orders/emails/paid-after-cancellation.tsx'
import type { Rendered } from '#api/platform/mail/render.ts'
import { waitlistDigest } from '#api/waitlist/emails/waitlist-digest.tsx'
import { waitlistNotice } from '#api/waitlist/emails/waitlist-notice.tsx'
import { waitlistOpen } from '#api/waitlist/emails/waitlist-open.tsx'
import { waitlistReceipt } from '#api/waitlist/emails/waitlist-receipt.tsx'
import { SITE } from '#src/site.ts'
import { waitlistEntry } from '#tests/support/message-rows.ts'
import { STAMP } from '#tests/support/row-kit.ts'
import { order, orderItem } from '#tests/support/rows.ts'

const ORIGIN = 'https://shop.example'
const LINK = `${ORIGIN}/link#secret`
const TYPED = 'Zoë & "Kim" <b>O’Neil</b>\nsecond line'
const bought = order({
  apologyNote: TYPED,
  recipientName: TYPED,
  deliveryInstructions: TYPED,
  trackingToken: 'a-token',
  discountCents: 100,
})
const mail = { order: bought, item: orderItem({ orderId: bought.id, title: 'Bad <Really>' }) }
const entry = waitlistEntry({ story: TYPED, city: 'Bo<i>se' })

/** Every e-mail that the shop sends, by the file that writes it. */
const EMAILS: Record<string, () => Promise<Rendered>[]> = {
  'account-notice': () => ACCOUNT_NEWS.map((news) => accountNotice(news, ORIGIN)),
  'florist-cancelled': () => [floristCancelled(mail, ORIGIN)],
  'florist-order': () => [
    floristOrderMail(
      { ...mail, shop: { name: 'Petals & <Sons>' }, shopOrder: { shopCostCents: 4000 }, expiresAt: STAMP },
      LINK,
      ORIGIN,
    ),
  ],
  'florist-reopened': () => [floristReopened(mail, LINK, ORIGIN)],
  'florist-withdrawn': () => [floristWithdrawn(mail, ORIGIN)],
  invitation: () => [
    invitation({ role: 'admin', invitedBy: 'owner@shop.example' }, LINK, ORIGIN),
    invitation({ role: 'member', invitedBy: null }, LINK, ORIGIN),
  ],
  'order-accepted': () => [orderAccepted(mail, ORIGIN)],
  'order-cancelled': () => [orderCancelled({ ...mail, requestedCents: 500 }, ORIGIN)],
  'order-confirmation': () => [orderConfirmation(mail, ORIGIN)],
  'order-delivered': () => [orderDelivered(mail, ORIGIN)],
  'order-notice': () => [true, false].map((needsRefund) => orderNotice({ ...mail, needsRefund }, ORIGIN)),
  'order-refunded': () => [orderRefunded({ ...mail, amountCents: 500 }, ORIGIN)],
  'paid-after-cancellation': () => [paidAfterCancellation({ ...mail, requestedCents: 0 }, ORIGIN)],
  'password-reset': () => [passwordReset(LINK, ORIGIN)],
  'undelivered-notice': () => {
    const message = { recipient: 'sam@example.com', orderId: bought.id, reference: bought.orderReference }
    const known = {
      name: 'Sam <Sorry>',
      phone: '(212) 555-0100',
      reason: 'There is no "such" mailbox',
      delivery: 'bounced',
    } as const
    const unknown = { name: null, phone: null, reason: null, delivery: null }
    return [
      undeliveredNotice({ ...message, ...known, kind: 'order-confirmation' }, ORIGIN),
      undeliveredNotice({ ...message, ...unknown, kind: 'florist-order' }, ORIGIN),
    ]
  },
  'waitlist-digest': () => {
    const zip = { zipCode: '94601', city: 'Bo<i>se', state: 'CA', count: 2 }
    const many = Array.from({ length: 25 }, (_, n) => ({ ...zip, zipCode: String(94_600 + n), count: 1 }))
    return [waitlistDigest([zip], ORIGIN), waitlistDigest(many, ORIGIN)]
  },
  'waitlist-notice': () => [
    waitlistNotice({ entry }, ORIGIN),
    waitlistNotice({ entry, market: 'New York' }, ORIGIN),
    waitlistNotice({ entry, productTitle: 'Really Bad', address: TYPED }, ORIGIN),
  ],
  'waitlist-open': () => [waitlistOpen(entry, ['94601', '94602'], ORIGIN)],
  'waitlist-receipt': () => [
    waitlistReceipt(entry, undefined, ORIGIN),
    waitlistReceipt(entry, 'New York', ORIGIN),
  ],
}

const validator = new HtmlValidate({
  extends: ['html-validate:standard'],
  // How it is written, not what it means, and what mail programs need and pages do not: tables that lay out, inline
  // styles, and comments for Outlook.
  rules: {
    'attr-case': 'off',
    'doctype-style': 'off',
    'long-title': 'off',
    'no-conditional-comment': 'off',
    'no-deprecated-attr': 'off',
    'no-inline-style': 'off',
    'presentation-role-style': 'off',
    'void-style': 'off',
  },
})

test('every file that writes an e-mail is checked', () => {
  const writers = globSync('api/*/emails/*.tsx')
    .filter((file) => /\brenderMail\(/.test(readFileSync(file, 'utf8')))
    .map((file) => basename(file, '.tsx'))
  expect(Object.keys(EMAILS).sort()).toEqual(writers.sort())
})

describe.each(Object.entries(EMAILS))('%s', (name, write) => {
  test('is valid HTML', async () => {
    for (const { html } of await Promise.all(write())) {
      const { results } = await validator.validateString(html, name)
      const faults = results.flatMap(({ messages }) =>
        messages.map(({ ruleId, message }) => `${ruleId}: ${message}`),
      )
      expect(faults).toEqual([])
    }
  })

  test('names its language, and its subject as its title', async () => {
    for (const { html, subject } of await Promise.all(write())) {
      expect(html).toMatch(new RegExp(`^<!DOCTYPE html><html [^>]*lang="${SITE.language}"`))
      const title = /<title>([^<]*)<\/title>/.exec(html)?.[1] ?? ''
      expect(unescaped(title)).toBe(subject)
    }
  })
})

function unescaped(text: string): string {
  const names: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" }
  return text.replace(/&([^;]+);/g, (whole, name: string) => names[name] ?? whole)
}
