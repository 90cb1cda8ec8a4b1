import { describe, expect, test } from 'vitest'
import {
  changeLines,
  changesSince,
  FLORIST_PARTS,
  listOfParts,
  partsOfFields,
} from '#domain/order/changes.ts'

const ASKED = '2026-06-04T15:00:00.000Z'
const at = (minute: number) => `2026-06-04T15:${String(minute).padStart(2, '0')}:00.000Z`
const corrected = (createdAt: string, fields: Record<string, [string | null, string | null]>) => ({
  kind: 'corrected',
  createdAt,
  data: {
    fields: Object.fromEntries(
      Object.entries(fields).map(([field, [before, after]]) => [field, { before, after }]),
    ),
  },
})

describe('what changed since a florist was asked', () => {
  test('names each part once, with the time of its last change', () => {
    const events = [
      corrected(at(1), { apologyNote: ['Sorry', 'So sorry'], deliveryUnit: [null, '4B'] }),
      corrected(at(2), { deliveryAddress: ['1 A St', '2 A St'] }),
    ]
    expect(changesSince(events, ASKED)).toEqual([
      { part: 'card message', at: at(1) },
      { part: 'address', at: at(2) },
    ])
  })

  test('leaves out what was changed before, and what was changed back', () => {
    const events = [
      corrected('2026-06-04T14:59:59.999Z', { recipientName: [null, 'Alex'] }),
      corrected(at(1), { apologyNote: ['Sorry', null], recipientPhone: [null, '(212) 555-0101'] }),
      corrected(at(2), { apologyNote: [null, 'Sorry'] }),
    ]
    expect(changesSince(events, ASKED)).toEqual([{ part: 'recipient’s phone', at: at(1) }])
  })

  test('ignores other events, fields that no florist needs and data without fields', () => {
    const events = [
      {
        kind: 'status_changed',
        createdAt: at(1),
        data: { fields: { apologyNote: { before: 'a', after: 'b' } } },
      },
      corrected(at(2), { customerEmail: ['a@example.com', 'b@example.com'] }),
      { kind: 'corrected', createdAt: at(3), data: {} },
    ]
    expect(changesSince(events, ASKED)).toEqual([])
  })
})

test.each([
  [[], [], ''],
  [['apologyNote'], ['card message'], 'Card message'],
  [['deliveryZip', 'deliveryCity', 'recipientName'], ['recipient', 'address'], 'Recipient and address'],
  [
    ['deliveryInstructions', 'apologyNote', 'deliveryUnit'],
    ['card message', 'address', 'delivery instructions'],
    'Card message, address and delivery instructions',
  ],
  [['customerEmail'], [], ''],
])('the parts of %j are %j', (fields, parts, text) => {
  expect(partsOfFields(fields)).toEqual(parts)
  expect(listOfParts(partsOfFields(fields))).toBe(text)
})

test('each change is a line, by the clock of the market', () => {
  const changes = [
    { part: 'card message', at: at(5) },
    { part: 'sender’s phone', at: at(6) },
  ] as const
  expect(changeLines(changes, 'America/New_York', null)).toEqual([
    'Card message, Thu Jun 4, 11:05 AM EST',
    'Sender’s phone, Thu Jun 4, 11:06 AM EST',
  ])
  expect(changeLines(changes.slice(0, 1), 'America/New_York', 'America/New_York')).toEqual([
    'Card message, Thu Jun 4, 11:05 AM',
  ])
})

test('every part can change', () => {
  const fields = [
    'apologyNote',
    'recipientName',
    'recipientPhone',
    'customerPhone',
    'deliveryZip',
    'deliveryInstructions',
    'substitutionPreference',
  ]
  expect(partsOfFields(fields)).toEqual([...FLORIST_PARTS])
})
