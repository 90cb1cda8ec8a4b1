import { describe, expect, test } from 'vitest'
import type { Db } from '#api/deps.ts'
import {
  asList,
  asText,
  changedFields,
  createdFields,
  deletedFields,
  type Formatters,
} from '#api/platform/audit/field-changes.ts'
import { createRecord, updateRecord, type VersionedRecord } from '#api/platform/audit/versioned-record.ts'
import { type ProductRecord, productRecord } from '#api/products/queries.ts'
import { formatMoney } from '#domain/money.ts'
import type { products } from '#drizzle/schema/catalogue.ts'
import type { markets } from '#drizzle/schema/markets.ts'

type Row = {
  id: string
  version: number
  createdAt: string
  updatedAt: string
  title: string
  priceCents: number
  note: string | null
  cityId: string
  cityName: string
  secret: string
  zipCodes: string[]
}

const formatters: Formatters<Row> = {
  note: asText,
  title: asText,
  priceCents: formatMoney,
  cityId: (_, { cityName }) => cityName,
  zipCodes: asList,
  cityName: 'ignored',
  secret: 'ignored',
}

const row: Row = {
  id: 'a',
  version: 1,
  createdAt: '2026-06-04T14:30:00.000Z',
  updatedAt: '2026-06-04T14:30:00.000Z',
  title: 'Roses',
  priceCents: 4950,
  note: null,
  cityId: '1',
  cityName: 'Boston',
  secret: 'hash',
  zipCodes: ['02102', '02101'],
}

describe('changed fields', () => {
  test('are formatted, in the order of the formatters', () => {
    const changes = { title: 'Tulips', note: 'New', priceCents: 5000, cityId: '2', cityName: 'Salem' }
    expect(changedFields(formatters, row, { ...row, ...changes })).toEqual([
      { field: 'note', before: null, after: 'New' },
      { field: 'title', before: 'Roses', after: 'Tulips' },
      { field: 'priceCents', before: '$49.50', after: '$50.00' },
      { field: 'cityId', before: 'Boston', after: 'Salem' },
    ])
  })

  test('are none when only id, version and time stamps differ', () => {
    const later = { id: 'b', version: 2, createdAt: '2026-07-01', updatedAt: '2026-07-01' }
    expect(changedFields(formatters, row, { ...row, ...later })).toEqual([])
  })

  test('of a list are the items that were removed and added, sorted', () => {
    expect(changedFields(formatters, row, { ...row, zipCodes: ['02104', '02102', '02103'] })).toEqual([
      { field: 'zipCodes', before: '02101', after: '02103, 02104' },
    ])
    expect(changedFields(formatters, row, { ...row, zipCodes: [] })).toEqual([
      { field: 'zipCodes', before: '02101, 02102', after: null },
    ])
  })

  test('are none when a list has another order', () => {
    expect(changedFields(formatters, row, { ...row, zipCodes: ['02101', '02102'] })).toEqual([])
  })

  test('throw when only an ignored column differs', () => {
    expect(() => changedFields(formatters, row, { ...row, secret: 'other' })).toThrow(/secret/)
  })
})

test('a created record is its name', () => {
  expect(createdFields('Roses')).toEqual([{ field: null, before: null, after: 'Roses' }])
})

test('a deleted record is its name and every field that is not empty', () => {
  expect(deletedFields(formatters, 'Roses', row)).toEqual([
    { field: null, before: 'Roses', after: null },
    { field: 'title', before: 'Roses', after: null },
    { field: 'priceCents', before: '$49.50', after: null },
    { field: 'cityId', before: 'Boston', after: null },
    { field: 'zipCodes', before: '02101, 02102', after: null },
  ])
})

describe('a column that is left out is a type error', () => {
  type Fields<Record extends { formatters: object }> = Record['formatters']

  test('in the formatters of a table', () => {
    // @ts-expect-error imageUrl is neither formatted nor ignored.
    const incomplete: Fields<VersionedRecord<typeof products>> = {
      sku: asText,
      title: asText,
      priceCents: formatMoney,
      description: asText,
    }
    expect(incomplete).not.toHaveProperty('imageUrl')
  })

  test('in a snapshot that leaves out a column of its table', () => {
    // @ts-expect-error The snapshot of a market must have all columns of markets.
    type Incomplete = VersionedRecord<typeof markets, { id: string; version: number; name: string }>
    const formatters: Partial<Fields<Incomplete>> = { name: asText }
    expect(formatters).toHaveProperty('name')
  })

  test('and so is a list that is formatted as one text', () => {
    // @ts-expect-error The history of a list names its items.
    const text: Formatters<Row>['zipCodes'] = (zipCodes: readonly string[]) => zipCodes.join(', ')
    expect(text).toBeTypeOf('function')
  })

  const product = { sku: 'A', title: 'Roses', priceCents: 4950, description: null, imageUrl: null }
  const write = { id: 'a', name: 'Roses', actorId: null, at: '2026-06-04T14:30:00.000Z' }

  test('in a new record', () => {
    const { imageUrl, ...values } = product
    // @ts-expect-error imageUrl is missing.
    const create = (db: Db) => createRecord(db, productRecord, { ...write, values })
    expect(create).toBeTypeOf('function')
  })

  test('and so is a field without a column, which would not be stored', () => {
    const changes = { ...product, colour: 'red' }
    const create = (db: Db) =>
      // @ts-expect-error Products have no colour.
      createRecord(db, productRecord, { ...write, values: changes })
    const update = (db: Db, before: ProductRecord) =>
      // @ts-expect-error Products have no colour.
      updateRecord(db, productRecord, { ...write, before, changes })
    expect([create, update]).toHaveLength(2)
  })
})
