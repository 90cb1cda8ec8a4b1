import { type Answer, type Call, envelope, errorAnswer, type Message } from '#api/agents/call.ts'
import { hasPolicies, policiesOf } from '#api/agents/policies.ts'
import { type Capability, LOOKUP, SEARCH } from '#api/agents/versions.ts'
import type { ProductRow } from '#api/storefront/queries.ts'
import {
  type Asked,
  capabilitiesOf,
  hasFilter,
  messagesOf,
  passes,
  readAsked,
  readRequest,
  withDelivery,
} from './asked.ts'
import { availabilityOf, fulfillmentOf } from './delivery.ts'
import { fault, lookupInput, productInput, searchInput } from './input.ts'
import { matchQuery } from './match.ts'
import { productOf } from './product.ts'

const PAGE_SIZE = 10

/** Finds bouquets by words and filters, a page at a time. */
export async function searchCatalog(call: Call, body: unknown): Promise<Answer> {
  const request = readRequest(call, SEARCH, searchInput, body)
  if (request.fault) return errorAnswer(call, [request.fault], 400)
  const { input, wish } = request
  const query = input.query?.trim() ?? ''
  if (query === '' && !hasFilter(wish)) {
    return errorAnswer(call, [fault('missing', 'A search needs a query or a filter.', '$.query')], 400)
  }
  const asked = await readAsked(call, wish)
  const found = query === '' ? asked.onSale : matchQuery(query, asked.onSale)
  const matching = found.filter((row) => passes(row, asked))
  const { limit = PAGE_SIZE, cursor = '0' } = input.pagination ?? {}
  const end = Number(cursor) + limit
  const isMore = end < matching.length
  const page = matching.slice(Number(cursor), end)
  return success(call, SEARCH, {
    products: page.map((row) => rendered(call, SEARCH, row, asked)),
    pagination: {
      has_next_page: isMore,
      total_count: matching.length,
      ...(isMore && { cursor: String(end) }),
    },
    // The protocol wants an empty page without words.
    messages: page.length === 0 ? [] : messagesOf(asked),
  })
}

/** Looks bouquets up by ids of products and variants. Those that nobody knows only make the list shorter. */
export async function lookupCatalog(call: Call, body: unknown): Promise<Answer> {
  const request = readRequest(call, LOOKUP, lookupInput, body)
  if (request.fault) return errorAnswer(call, [request.fault], 400)
  const { input, wish } = request
  const ids = [...new Set(input.ids)]
  const asked = await readAsked(call, wish)
  const known = asked.onSale.map((row) => ({ row, inputs: inputsOf(row, ids) }))
  const unknown = ids.filter((id) => !asked.onSale.some((row) => isNamedBy(row, id)))
  const found = known.filter(({ row, inputs }) => inputs.length > 0 && passes(row, asked))
  return success(call, LOOKUP, {
    products: found.map(({ row, inputs }) => rendered(call, LOOKUP, row, asked, { inputs })),
    messages: [
      ...unknown.map((id) => notFound(input.ids.indexOf(id))),
      ...(found.length === 0 ? [] : messagesOf(asked)),
    ],
  })
}

/** Describes one bouquet by the id of its product or its variant. */
export async function getProduct(call: Call, body: unknown): Promise<Answer> {
  const request = readRequest(call, LOOKUP, productInput, body)
  if (request.fault) return errorAnswer(call, [request.fault], 400)
  const { input, wish } = request
  const asked = await readAsked(call, wish)
  const row =
    asked.onSale.find(({ sku }) => sku === input.id) ?? asked.onSale.find(({ id }) => id === input.id)
  if (!row) return errorAnswer(call, [refusal('not_found', 'We do not sell this product.', 'unrecoverable')])
  if (asked.delivery.kind === 'nothing') {
    const content = "We don't deliver to this address yet."
    return errorAnswer(call, [refusal('address_undeliverable', content, 'recoverable')])
  }
  if (!passes(row, asked)) {
    const content = 'This product does not match the filters.'
    return errorAnswer(call, [refusal('item_unavailable', content, 'recoverable')])
  }
  return success(call, LOOKUP, {
    product: rendered(call, LOOKUP, row, asked),
    messages: messagesOf(asked),
  })
}

function refusal(code: string, content: string, severity: 'recoverable' | 'unrecoverable'): Message {
  return { type: 'error', code, content, severity }
}

/** Says which of the ids is unknown by its place: an answer repeats nothing that was sent. */
function notFound(at: number): Message {
  return {
    type: 'info',
    code: 'not_found',
    content: `We sell nothing by the id at place ${at + 1} of the request.`,
  }
}

function isNamedBy({ id, sku }: ProductRow, asked: string): boolean {
  return asked === sku || asked === id
}

/** The ids that led to a bouquet's variant: its own exactly, its product's by way of it. */
function inputsOf(row: ProductRow, ids: readonly string[]) {
  const named = ids.filter((id) => isNamedBy(row, id))
  return named.map((id) => ({ id, match: id === row.sku ? 'exact' : 'featured' }))
}

function rendered(
  call: Call,
  operation: Capability,
  row: ProductRow,
  { delivery }: Asked,
  more: Record<string, unknown> = {},
) {
  return productOf(row, call.deps.config.origin, {
    availability: availabilityOf(delivery),
    ...more,
    ...(withDelivery(call, operation) && { fulfillment: fulfillmentOf(delivery) }),
  })
}

function success(
  call: Call,
  operation: Capability,
  { messages, ...content }: Record<string, unknown> & { messages: readonly Message[] },
): Answer {
  const { version } = call.platform
  return {
    status: 200,
    body: {
      ucp: envelope(call, capabilitiesOf(call, operation)),
      ...content,
      ...(messages.length > 0 && { messages }),
      ...(hasPolicies(version) && { policies: policiesOf(call.deps.config.origin) }),
    },
  }
}
