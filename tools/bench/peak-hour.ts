import { setTimeout as sleep } from 'node:timers/promises'
import { supervise } from '#local/supervise.ts'
import { builtWorker } from '#local/worker.ts'
import { audit } from '#tests/support/audit.ts'
import { checkoutRequest } from '#tests/support/checkout-request.ts'
import { createRng, type Rng } from '#tools/art/prng.ts'
import { type Environment, openEnvironment, ROOT } from './environment.ts'
import { type Call, openCaller } from './load.ts'
import { ms, type Section } from './report.ts'
import { median, quantile } from './statistics.ts'

const SETTLING_MS = 300_000
const VISITORS_AN_HOUR = 10_000
const ORDERS_AN_HOUR = 1_000
const PLACEMENT_MS = 1_000
const CONNECTIONS = 200
/** Bouquets that each shop of New York makes a day: fewer than are asked for, so that the last places are fought over. */
const PLACES_OF_A_SHOP = 5
const MARKET = 'market-nyc'
const FLOW = 'optionId=FLOWER-002&price=89.99&product=Extremely+Bad'
const CHECKOUT = `${FLOW}&deliveryOption=tomorrow&deliveryPrice=0.00&meetDriver=false`

type Steps = Record<string, number[]>

/**
 * The visitors of a busy hour for some minutes at that rate: most look, one in ten buys. Then the books are compared with
 * the provider's and the places with the orders.
 * @param seconds how long visitors arrive
 */
export async function benchPeakHour(seconds = 300): Promise<Section[]> {
  const environment = await openEnvironment('peak-hour')
  const { folder, ports, settings, client } = environment
  await client.execute({
    sql: `update shops set weekday_capacity = json_object('0', ?1, '1', ?1, '2', ?1, '3', ?1, '4', ?1, '5', ?1, '6', ?1)
      where market_id = ?2`,
    args: [PLACES_OF_A_SHOP, MARKET],
  })
  const { rows: shops } = await client.execute(
    `select count(*) as n from shops where market_id = '${MARKET}' and active = 1`,
  )
  const places = PLACES_OF_A_SHOP * Number(shops[0]?.['n'])
  const worker = supervise(builtWorker(ROOT, folder, ports, settings))
  try {
    await worker.ready
    const steps: Steps = {}
    const outcomes = await visitors(environment, seconds, steps)
    const faults = await settledFaults(environment)
    const sold = await soldFor(environment)
    return [section({ seconds, steps, outcomes, faults, sold, places })]
  } finally {
    await worker.stop()
    await environment.close()
  }
}

/** Lets everybody arrive at moments drawn from a seed. @returns how often each visit ended how */
async function visitors(
  environment: Environment,
  seconds: number,
  steps: Steps,
): Promise<Record<string, number>> {
  const rng = createRng('a peak hour')
  const count = Math.max(1, Math.round((VISITORS_AN_HOUR * seconds) / 3600))
  const caller = openCaller(environment.ports.shop, CONNECTIONS)
  const outcomes: Record<string, number> = {}
  const visits = Array.from({ length: count }, async (_, n) => {
    const [arrivesAt, buys, zip] = [rng() * seconds * 1000, rng(), rng() < 0.7 ? '10001' : '94103']
    const thinks = thinkingTime(rng)
    await sleep(arrivesAt)
    const outcome = await visit(
      environment,
      caller,
      { n, buys: buys < ORDERS_AN_HOUR / VISITORS_AN_HOUR, zip, thinks },
      steps,
    )
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
  })
  await Promise.all(visits)
  caller.close()
  return outcomes
}

/** Half a second to two between two steps, drawn before anybody arrives: the order of arrivals changes nothing. */
function thinkingTime(rng: Rng): number[] {
  return Array.from({ length: 6 }, () => 500 + rng() * 1_500)
}

type Visitor = { n: number; buys: boolean; zip: string; thinks: number[] }

async function visit(
  { origin, ports }: Environment,
  caller: ReturnType<typeof openCaller>,
  { n, buys, zip, thinks }: Visitor,
  steps: Steps,
): Promise<string> {
  const cookie = `zip=${zip}`
  const step = async (name: string, call: Call) => {
    const answer = await caller.call({ ...call, headers: { cookie, origin, ...call.headers } })
    const taken = steps[name] ?? []
    steps[name] = taken
    taken.push(answer.ms)
    await sleep(thinks.pop() ?? 0)
    return answer
  }
  const post = (path: string, body: unknown): Call => ({
    path,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const seen = [
    await step('/', { path: '/' }),
    await step('ZIP check', { path: `/api/zip-codes/${zip}` }),
    await step('/home', { path: '/home' }),
    await step('/delivery-options', { path: `/delivery-options?${FLOW}` }),
  ]
  const failed = seen.find(({ status }) => status !== 200)
  if (failed) return `answered ${failed.status} before the checkout`
  if (!buys) return 'looked'
  await step('/payment', { path: `/payment?${CHECKOUT}` })
  const form = checkoutRequest({
    customerInfo: {
      email: `visitor-${n}@example.com`,
      ...(zip === '94103' && { zip, city: 'San Francisco', state: 'CA' }),
    },
    deliveryDetails: { option: 'tomorrow' },
  })
  const placed = await step('placing an order', post('/api/create-checkout-session', form))
  const { sessionId, error } = JSON.parse(placed.body) as { sessionId?: string; error?: { code: string } }
  if (sessionId === undefined) return `refused: ${error?.code ?? placed.status}`
  const paid = await fetch(`http://127.0.0.1:${ports.payments}/_local/sessions/${sessionId}/pay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ card: '4242424242424242' }),
  })
  if (!paid.ok) return `the payment was answered ${paid.status}`
  const found = await step('confirmation', post('/api/get-order-details', { sessionId }))
  return found.status === 200 ? 'bought' : `the confirmation was answered ${found.status}`
}

/** The audit's report once the mail that waits is sent. */
async function settledFaults({ origin, ports, client }: Environment): Promise<string[]> {
  const local = (port: number) => `http://127.0.0.1:${port}`
  const books = { client, paymentsUrl: local(ports.payments), mailUrl: local(ports.mail) }
  for (const until = Date.now() + SETTLING_MS; ; ) {
    await (await fetch(`${origin}/cdn-cgi/handler/scheduled`)).text()
    const faults = await audit(books)
    if (faults.length === 0 || Date.now() > until) return faults
  }
}

/** The most orders of New York that are due on one day. */
async function soldFor({ client }: Environment): Promise<number> {
  const { rows } = await client.execute(
    `select count(*) as n from orders where market_id = '${MARKET}' and status <> 'cancelled'
     group by delivery_date order by n desc limit 1`,
  )
  return Number(rows[0]?.['n'] ?? 0)
}

type Found = {
  seconds: number
  steps: Steps
  outcomes: Record<string, number>
  faults: string[]
  sold: number
  places: number
}

function section({ seconds, steps, outcomes, faults, sold, places }: Found): Section {
  const placement = quantile(steps['placing an order'] ?? [], 0.95)
  const ends = Object.entries(outcomes).map(([outcome, count]) => `${outcome}: ${count}`)
  const lost = Object.keys(outcomes).filter((outcome) => /answered/.test(outcome))
  return {
    title: 'A peak hour',
    how: `${VISITORS_AN_HOUR} visitors and ${ORDERS_AN_HOUR} orders an hour, for ${seconds} s at that rate: ${Object.values(outcomes).reduce((sum, count) => sum + count, 0)} visitors at the built Worker as \`npm start\` serves it, ${places} bouquets in New York for tomorrow. ${ends.join(', ')}.`,
    head: ['step', 'times', 'median, ms', '95th percentile, ms', 'slowest, ms'],
    rows: Object.entries(steps).map(([name, taken]) => [
      name,
      String(taken.length),
      ms(median(taken)),
      ms(quantile(taken, 0.95)),
      ms(Math.max(...taken)),
    ]),
    targets: [
      {
        text: `95 % of placements within ${ms(placement)} ms (at most ${PLACEMENT_MS})`,
        met: placement <= PLACEMENT_MS,
      },
      {
        text: `${[...lost, ...faults].join('; ') || 'nothing'} is lost or differs from the provider’s books (nothing)`,
        met: lost.length + faults.length === 0,
      },
      { text: `${sold} sold of ${places} for one day (not more)`, met: sold <= places },
    ],
  }
}
