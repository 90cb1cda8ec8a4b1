import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { parseHTML } from 'linkedom'
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { orderConfirmation } from '#api/orders/emails/order-confirmation.tsx'
import { orderNotice } from '#api/orders/emails/order-notice.tsx'
import { NoteCard as MailNoteCard } from '#api/platform/mail/parts.tsx'
import { EMPTY_CARD, layOutCard } from '#domain/card.ts'
import { normaliseText } from '#domain/text.ts'
import { Sheet } from '#src/admin/shop-orders/print-sheet.tsx'
import { CardPreview } from '#src/components/ui/card-preview.tsx'
import { NoteCard } from '#src/components/ui/note-card.tsx'
import { drawCard } from '#src/lib/live-card.ts'
import { OrderView } from '#src/storefront/confirmation/order-view.tsx'
import { fillInCard } from '#src/storefront/florist-portal/fill-in.ts'
import { CONFIRMATION_ORDER } from '#tests/support/confirmation-order.ts'
import { ORIGIN } from '#tests/support/emails.ts'
import { anyNote } from '#tests/support/notes.ts'
import { order, orderItem } from '#tests/support/rows.ts'
import { runs } from '#tests/support/soak.ts'

afterEach(() => vi.unstubAllGlobals())

/** The lines of the card in a page, and the size of its letters. */
function cardIn(page: Document) {
  const paper = page.querySelector('.note-card > p')
  return { lines: paper?.textContent.split('\n'), size: Number(paper?.getAttribute('data-size')) }
}

const onPage = (element: ReactElement) =>
  cardIn(parseHTML(`<html><body>${renderToStaticMarkup(element)}</body></html>`).document)

/** The lines of the card in an email: mail programs get their breaks as elements. */
function cardInMail(html: string) {
  const paper = parseHTML(`<html><body>${html}</body></html>`).document.querySelector('.note')
  for (const lineBreak of paper?.querySelectorAll('br') ?? []) lineBreak.replaceWith('\n')
  return {
    lines: paper?.textContent.split('\n'),
    size: Number(/note-(\d)/.exec(paper?.className ?? '')?.[1]),
  }
}

function atTheFlorist(note: string) {
  const parts = ['card', 'card-back', 'no-card'].map((part) => `<p data-part="${part}"></p>`).join('')
  const { document } = parseHTML(
    `<html><body><div data-part="card-paper" class="note-card">${parts}</div></body></html>`,
  )
  vi.stubGlobal('document', document)
  fillInCard(layOutCard(note))
  return cardIn(document)
}

/** The card beside its field on a page without a framework: another note stood on it before. */
function whileWritten(note: string) {
  const drawn = renderToStaticMarkup(<CardPreview note="Sorry." className="" />)
  const { document } = parseHTML(`<html><body>${drawn}</body></html>`)
  const preview = document.querySelector('.card-preview')
  if (preview) drawCard(preview, note)
  return document
}

const BOUGHT = { ...order({ paymentStatus: 'paid' }), isSample: false }
const MAIL = {
  item: orderItem({ orderId: BOUGHT.id }),
  assignment: 'none',
  manageUrl: `${ORIGIN}/manage?token=token`,
  sentAt: new Date('2026-06-04T15:00Z'),
  mayChange: true,
  needsRefund: false,
} as const

const SHEET: Parameters<typeof Sheet>[0]['record'] = {
  id: 'shop-order',
  specialInstructions: null,
  changes: [],
  shop: { id: 'shop', name: 'Iris & Daughters' },
  order: {
    id: BOUGHT.id,
    ...{
      reference: 'ORD-0123ABCD',
      isSample: false,
      promisedBy: BOUGHT.promisedBy,
      timeZone: BOUGHT.timeZone,
    },
    ...{
      items: [{ title: 'Really Bad', quantity: 1, sku: 'FLOWER-001' }],
      substitutionPreference: 'florist',
    },
    ...{
      recipientName: null,
      recipientPhone: null,
      customerName: 'Sam Sorry',
      customerPhone: '(212) 555-0100',
    },
    ...{ address: '350 5th Ave', unit: null, city: 'New York', state: 'NY', zip: '10001' },
    ...{ deliveryInstructions: null, apologyNote: null, stopCode: null },
  },
}

test('a note has the same lines in preview, pages, emails and on paper, whatever somebody types', () => {
  fc.assert(
    fc.property(anyNote, (typed) => {
      const note = normaliseText(typed).trim()
      fc.pre(note !== '')
      const { lines, size } = layOutCard(note)
      const confirmation = { ...CONFIRMATION_ORDER, apologyNote: note }
      const places = {
        preview: onPage(<CardPreview note={typed} className="" />),
        live: cardIn(whileWritten(typed)),
        page: onPage(<NoteCard note={note} />),
        confirmation: onPage(<OrderView order={confirmation} again={null} />),
        florist: atTheFlorist(note),
        sheet: onPage(<Sheet record={{ ...SHEET, order: { ...SHEET.order, apologyNote: note } }} />),
        email: cardInMail(renderToStaticMarkup(<MailNoteCard note={note} />)),
      }
      for (const [place, card] of Object.entries(places)) expect(card, place).toEqual({ lines, size })
    }),
    { numRuns: runs(500) },
  )
})

test('the emails to buyer and owner hold that card', async () => {
  const note = 'I was wrong about the dishwasher.\n\nSam'
  const mail = { ...MAIL, order: { ...BOUGHT, apologyNote: note } }
  for (const { html, text } of [
    await orderConfirmation(mail, ORIGIN),
    await orderNotice('order-notice', mail, ORIGIN),
  ]) {
    expect(cardInMail(html)).toEqual({ lines: ['I was wrong about the', 'dishwasher.', '', 'Sam'], size: 0 })
    expect(text).toContain('I was wrong about the\ndishwasher.\n\nSam')
  }
})

test.each([
  ['without a note', true, null, true],
  ['without a note, once a florist has accepted', false, null, false],
  ['with a note', false, 'Sorry.\nSam', true],
])(
  'the confirmation of an order %s: a way to add a card is there: %s',
  async (_, isThere, apologyNote, mayChange) => {
    const mail = { ...MAIL, order: { ...BOUGHT, apologyNote }, mayChange }
    const { html } = await orderConfirmation(mail, ORIGIN)
    expect(html.includes(`${ORIGIN}/manage?token=token&amp;add=card#apologyNote`)).toBe(isThere)
    expect(html.includes('Add a card')).toBe(isThere)
  },
)

test.each([
  'src/storefront/manage/manage.astro',
  'src/admin/orders/detail.tsx',
  'src/admin/shop-orders/detail.tsx',
])('%s draws the card as the other pages do', (file) => {
  expect(readFileSync(file, 'utf8')).toMatch(/<NoteCard note=\{(order|personal)\.apologyNote\} \/>/)
})

test('what a card of an older order has no room for is beside it, never left out', async () => {
  const note = `${'a\n'.repeat(13)}the end`
  const mail = { ...MAIL, order: { ...BOUGHT, apologyNote: note } }
  expect(renderToStaticMarkup(<NoteCard note={note} />)).toMatch(/For the back of the card<.*the end/)
  expect((await orderConfirmation(mail, ORIGIN)).text).toMatch(/For the back of the card\s+the end/)
  atTheFlorist(note)
  expect(document.querySelector('[data-part="card-back"]')?.textContent).toBe(
    'For the back of the card:\nthe end',
  )
  // Whoever still writes it reads how much fits, and not before.
  const full = 'This much fits. The rest goes on the back.'
  const seen = (html: string) =>
    parseHTML(`<html><body>${html}</body></html>`).document.querySelector('p:not([hidden]) ~ p:not([hidden])')
  for (const preview of [
    renderToStaticMarkup(<CardPreview note={note} className="" />),
    whileWritten(note).body.innerHTML,
  ]) {
    expect(preview).not.toContain('the end')
    expect(seen(preview)?.textContent).toBe(full)
  }
  expect(seen(renderToStaticMarkup(<CardPreview note="Sorry." className="" />))).toBeNull()
  expect(seen(whileWritten('Sorry.').body.innerHTML)).toBeNull()
})

test('a card whose note is taken away again says so', () => {
  const empty = renderToStaticMarkup(<CardPreview note="" className="" />)
  expect(whileWritten('').querySelector('.note-card > p')?.textContent).toBe(EMPTY_CARD)
  expect(empty).toContain(`data-size="empty">${EMPTY_CARD}<`)
})

test.each([
  ['a note and a code', 'Sorry.', 'K7QF-2M9X-04T1-W3HD', 2, /^Card for ORD-0123ABCD\. Cut out both halves/],
  ['a note alone, of an order from before there were codes', 'Sorry.', null, 1, /^Card for ORD-0123ABCD$/],
  ['a code alone', null, 'K7QF-2M9X-04T1-W3HD', 1, /^Small card for ORD-0123ABCD\. Cut it out/],
])('a sheet with %s says how its card is cut', (_, apologyNote, stopCode, sides, words) => {
  const record = { ...SHEET, order: { ...SHEET.order, apologyNote, stopCode } }
  const { document } = parseHTML(
    `<html><body>${renderToStaticMarkup(<Sheet record={record} />)}</body></html>`,
  )
  expect(document.querySelector('.print-card')?.getAttribute('data-sides')).toBe(String(sides))
  expect(document.querySelector('.print-card > p')?.textContent).toMatch(words)
  expect(document.querySelectorAll('.note-card')).toHaveLength(apologyNote ? 1 : 0)
  expect(document.querySelector('.print-back b:last-child')?.textContent ?? null).toBe(stopCode)
})

test('a sheet with neither note nor code has no card', () => {
  const html = renderToStaticMarkup(<Sheet record={SHEET} />)
  expect(html).toContain('No card message.')
  expect(html).not.toContain('print-card')
})
