import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '#api/app.ts'
import { checkAnswers } from '#tests/support/documented-answers.ts'
import { openTestShop, type TestShop } from '#tests/support/shop.ts'

let shop: TestShop
let document: { openapi: string; paths: Record<string, Record<string, Operation>> }
type Operation = {
  operationId: string
  summary?: string
  responses: Record<string, { content: Record<string, { schema?: object }> }>
  requestBody?: { content: Record<string, { schema?: object }> }
  parameters?: unknown[]
  security?: unknown[]
}

beforeAll(async () => {
  shop = await openTestShop()
  document = (await shop.get('/openapi.json')).body as typeof document
})
afterAll(() => shop.close())

const operations = () => Object.values(document.paths).flatMap((methods) => Object.values(methods))

test('it is valid OpenAPI 3.1', async () => {
  expect(document.openapi).toMatch(/^3\.1/)
  expect(await new Validator().validate(structuredClone(document))).toEqual({ valid: true })
  const names = operations().map(({ operationId }) => operationId)
  expect(new Set(names).size).toBe(names.length)
})

test('every answer in JSON has a schema, which is valid JSON Schema 2020-12', () => {
  const ajv = new Ajv2020()
  const json = operations().flatMap(({ operationId, responses }) =>
    Object.entries(responses).flatMap(([status, { content }]) =>
      'application/json' in content
        ? [{ named: `${operationId} ${status}`, schema: content['application/json']?.schema }]
        : [],
    ),
  )
  expect(json.length).toBeGreaterThan(operations().length)
  for (const { named, schema } of json) {
    expect(schema, named).toBeDefined()
    expect(ajv.validateSchema(schema ?? true), `${named}: ${ajv.errorsText()}`).toBe(true)
  }
})

describe('a request of the tests fails whose answer', () => {
  /** The app, whose answers are changed before they are held to the document. */
  function appThatAnswers(change: (body: Record<string, unknown>) => unknown) {
    const app = createApp(shop.deps)
    const { fetch } = app
    app.fetch = async (...args) => {
      const response = await fetch(...args)
      const body = (await response.json()) as Record<string, unknown>
      return Response.json(change(body), response)
    }
    checkAnswers(app)
    return app
  }

  test('has a field that the document lacks', async () => {
    const app = appThatAnswers((body) => ({ ...body, costCents: 1 }))
    await expect(app.request('/api/products')).rejects.toThrow(/GET \/api\/products answered 200.*costCents/s)
  })

  test('lacks a field of the document', async () => {
    const app = appThatAnswers(() => ({}))
    await expect(app.request('/api/products')).rejects.toThrow(/required property 'products'/)
  })

  test('names an error that the route does not describe', async () => {
    const app = appThatAnswers(({ error }) => ({ error: { ...(error as object), code: 'user_not_found' } }))
    await expect(app.request('/api/products/NONE')).rejects.toThrow(
      /GET \/api\/products\/\{sku\} answered 404/,
    )
  })
})

test('every route of the app is in it, and says what it is for and how it answers', () => {
  const own = shop.app.routes
    .filter(({ method, path }) => method !== 'ALL' && !path.endsWith('*') && path !== '/api/openapi.json')
    .map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`)
  const documented = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  expect(documented.sort()).toEqual([...new Set(own)].sort())
  for (const operation of operations()) {
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

test('a body that is a picture, a report or an event is in it', () => {
  const typesOf = (path: string) => Object.keys(document.paths[path]?.['post']?.requestBody?.content ?? {})
  for (const path of ['/api/florist/photos', '/api/admin/products/pictures']) {
    expect(typesOf(path)).toEqual(['image/jpeg', 'image/png', 'image/webp'])
  }
  expect(typesOf('/api/policy-reports')).toEqual(['application/csp-report'])
  expect(typesOf('/api/webhooks/stripe')).toEqual(['application/json'])
})

test('what the guards of a route ask for is in it, with their errors and its own', () => {
  const { get, post } = document.paths['/api/admin/products'] ?? {}
  const codesOf = (operation: Operation | undefined, status: number) =>
    JSON.stringify(operation?.responses[status]?.content['application/json']?.schema).match(/\[.*\]/)?.[0]
  expect(post?.security).toEqual([{ session: [] }])
  expect(codesOf(post, 401)).toBe('["signed_out"]')
  expect(codesOf(post, 403)).toBe('["cross_site","forbidden","second_factor_required"]')
  expect(codesOf(get, 403)).toBe('["forbidden","second_factor_required"]')
  const refunds = document.paths['/api/admin/orders/{id}/refunds']?.['post']
  expect(codesOf(refunds, 409)).toContain('"not_refundable","refund_needs_override"')
})
