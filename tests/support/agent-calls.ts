import { createAgents } from '#api/agents/routes.ts'
import { bouquetFields } from '#src/lib/flow-address.ts'
import { PROFILE_URL, platformProfile } from './played-platforms.ts'
import type { TestShop } from './shop.ts'

export type AgentAnswer = { status: number; headers: Headers; body: Record<string, unknown> }

type CallOptions = { profile?: string | null; key?: string; network?: string }

/** Calls the shop as the agent of a platform does, by REST. Each test publishes the profile that it asks with. */
export function agentCalls(shop: TestShop) {
  const agents = createAgents(shop.deps, bouquetFields)
  const call = async (
    method: string,
    path: string,
    body?: unknown,
    { profile = PROFILE_URL, key, network }: CallOptions = {},
  ): Promise<AgentAnswer> => {
    const answer = await agents.request(`${shop.deps.config.origin}/api/ucp/v1${path}`, {
      method,
      headers: {
        ...(profile !== null && { 'ucp-agent': `profile="${profile}"` }),
        ...(key !== undefined && { 'idempotency-key': key }),
        ...(network !== undefined && { 'cf-connecting-ip': network }),
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    return { status: answer.status, headers: answer.headers, body: await answer.json() }
  }
  return {
    agents,
    /** Publishes a platform's profile. @returns its address */
    publish: (options: Parameters<typeof platformProfile>[0] = {}, at?: string) =>
      shop.platforms.publish(platformProfile(options), at === undefined ? {} : { at }),
    call,
    create: (body: unknown, options?: CallOptions) => call('POST', '/checkout-sessions', body, options),
    read: (id: string, options?: CallOptions) => call('GET', `/checkout-sessions/${id}`, undefined, options),
    update: (id: string, body: unknown, options?: CallOptions) =>
      call('PUT', `/checkout-sessions/${id}`, body, options),
    complete: (id: string, body: unknown = { payment: {} }, options?: CallOptions) =>
      call('POST', `/checkout-sessions/${id}/complete`, body, options),
    cancel: (id: string, options?: CallOptions) =>
      call('POST', `/checkout-sessions/${id}/cancel`, undefined, options),
  }
}

const DESTINATION = {
  id: 'd1',
  first_name: 'Alex',
  street_address: '350 5th Ave',
  address_locality: 'New York',
  address_region: 'NY',
  postal_code: '10001',
  address_country: 'US',
}
const BUYER = {
  first_name: 'Sam',
  last_name: 'Sorry',
  email: 'sam@example.com',
  phone_number: '+12125550100',
}

type Changes = {
  sku?: string
  buyer?: object
  destination?: object | null
  option?: string | null
  more?: object
}

/** A checkout as a platform sends it, with all that an order needs. */
export function agentCheckout({
  sku = 'FLOWER-001',
  buyer,
  destination,
  option = 'today',
  more,
}: Changes = {}) {
  return {
    line_items: [{ item: { id: sku }, quantity: 1 }],
    buyer: { ...BUYER, ...buyer },
    fulfillment: {
      methods: [
        {
          type: 'shipping',
          ...(destination !== null && {
            destinations: [{ ...DESTINATION, ...destination }],
            selected_destination_id: 'd1',
          }),
          groups: [{ selected_option_id: option }],
        },
      ],
    },
    ...more,
  }
}

type Said = { type: string; code: string; path?: string; content: string; severity?: string }

/** The messages of an answer. */
export const messagesOf = ({ body }: AgentAnswer) => (body['messages'] ?? []) as Said[]
/** The codes of the messages of an answer, but for the one that the buyer pays with us. */
export const codesOf = (answer: AgentAnswer) =>
  messagesOf(answer).flatMap(({ code }) => (code === 'payment_on_site' ? [] : code))
export const idOf = ({ body }: AgentAnswer) => String(body['id'])
