import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestShop, type TestShop } from '#tests/support/shop.ts'

let shop: TestShop
let document: { openapi: string; paths: Record<string, Record<string, Operation>> }
type Operation = {
  summary?: string
  responses: Record<string, unknown>
  requestBody?: unknown
  parameters?: unknown[]
}

beforeAll(async () => {
  shop = await openTestShop()
  document = (await shop.get('/openapi.json')).body as typeof document
})
afterAll(() => shop.close())

test('it is OpenAPI 3.1', () => {
  expect(document.openapi).toMatch(/^3\.1/)
})

test('every route of the app is in it, and says what it is for and how it answers', () => {
  const own = shop.app.routes
    .filter(({ method, path }) => method !== 'ALL' && !path.endsWith('*') && path !== '/api/openapi.json')
    .map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`)
  const documented = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  expect(documented.sort()).toEqual([...new Set(own)].sort())
  for (const operation of Object.values(document.paths).flatMap((methods) => Object.values(methods))) {
    expect(operation.summary).toBeTruthy()
    expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(['200', 'default']))
  }
})

test('what a route takes is in it with its limits', () => {
  const body = JSON.stringify(document.paths['/api/create-checkout-session']?.['post']?.requestBody)
  for (const field of ['attemptKey', 'productId', 'customerInfo', 'deliveryDetails', 'few-hours']) {
    expect(body).toContain(field)
  }
  expect(document.paths['/api/zip-codes/{zip}']?.['get']?.parameters).toEqual([
    expect.objectContaining({ name: 'zip', in: 'path', required: true }),
  ])
})
