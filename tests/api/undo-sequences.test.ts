import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FLORIST_ANSWERS } from '#domain/florist.ts'
import { fulfilmentOf, isAtWork } from '#domain/order/fulfilment.ts'
import { ORDER_STATUSES, SHOP_ORDER_STATUSES } from '#domain/order-status.ts'
import { EMAILS_HELD_MS } from '#domain/undo.ts'
import { outbox } from '#drizzle/schema/messages.ts'
import { answerAsFlorist } from '#tests/support/florist-answer.ts'
import { type FloristFixture, openFloristFixture } from '#tests/support/florist-fixture.ts'
import { runs } from '#tests/support/soak.ts'

// Any sequence of changes of status, with and without held emails, of undoing them, of what the florist answers, of time
// that passes and of a mail provider that fails. Every email is true when it is sent, and in the end buyer and florist know
// what they have to know.

const RUNS = runs(2)

let fixture: FloristFixture

beforeAll(async () => {
  fixture = await openFloristFixture()
})
afterAll(() => fixture.shop.close())

type Asked = Awaited<ReturnType<FloristFixture['asked']>>
type Undo = { path: string; request: Record<string, unknown> }

class Run {
  readonly asked: Asked
  /** The last change, taken back. */
  undo: Undo | null = null
  /** The florist was at work when the order was cancelled, and it is cancelled still. */
  mustHaveStopped = false
  completed = false
  mailFailed = false
  constructor(asked: Asked) {
    this.asked = asked
  }
}

type Action = { name: string; run(run: Run): Promise<void> }
const action = (name: string, run: Action['run']): Action => ({ name, run })

async function currentState({ id, order: { id: orderId } }: Asked) {
  const { status, paymentStatus, version } = (await fixture.orderOf(orderId)) ?? {}
  const shopOrder = await fixture.detail(id)
  if (!status || !paymentStatus) throw new Error('The order is gone')
  const now = { status, paymentStatus, assignment: shopOrder.status }
  return { ...now, ...fulfilmentOf(now), version, shopOrderVersion: shopOrder.version }
}

/** Runs a change and notes what it made of the order. */
async function changing<T>(run: Run, change: () => Promise<T>): Promise<T> {
  const before = await currentState(run.asked)
  const result = await change()
  // An email that is being sent when the next change comes may go although it is wrong by then: nobody can call it back.
  await fixture.shop.settled()
  const after = await currentState(run.asked)
  if (after.status === 'completed') run.completed = true
  if (after.status !== 'cancelled') run.mustHaveStopped = false
  else if (before.status !== 'cancelled') run.mustHaveStopped = isAtWork(before.florist)
  if (!isAtWork(after.florist) && after.florist !== 'cancelled') run.mustHaveStopped = false
  return result
}

const holdEmails = fc.constantFrom(true, true, false)

const actions: fc.Arbitrary<Action>[] = [
  fc.tuple(fc.constantFrom(...ORDER_STATUSES), holdEmails).map(([to, hold]) =>
    action(`order ${to}${hold ? ', held' : ''}`, async (run) => {
      const { status, version } = await currentState(run.asked)
      const path = `/admin/orders/${run.asked.order.id}/status`
      const answer = await changing(run, () =>
        fixture.admin.put(path, { status: to, version, holdEmails: hold }),
      )
      expect(answer.status).toBe(200)
      run.undo = { path, request: { status, version: answer.body['version'], undo: true } }
    }),
  ),
  fc.tuple(fc.constantFrom(...SHOP_ORDER_STATUSES), holdEmails).map(([to, hold]) =>
    action(`shop order ${to}${hold ? ', held' : ''}`, async (run) => {
      const { assignment, shopOrderVersion: version } = await currentState(run.asked)
      const path = `/admin/shop-orders/${run.asked.id}/status`
      const answer = await changing(run, () =>
        fixture.admin.put(path, { status: to, version, holdEmails: hold }),
      )
      expect(answer.status).toBe(200)
      run.undo = { path, request: { status: assignment, version: answer.body['version'], undo: true } }
    }),
  ),
  fc.constantFrom(...FLORIST_ANSWERS).map((answer) =>
    action(`florist ${answer}`, async (run) => {
      await changing(run, () => answerAsFlorist(fixture.shop, run.asked.token, answer, { reason: 'No van' }))
    }),
  ),
  fc.integer({ min: 1, max: 2 * EMAILS_HELD_MS }).map((ms) =>
    action(`${ms} ms pass`, async () => {
      fixture.shop.pass(ms / 60_000)
      await fixture.shop.scheduled()
    }),
  ),
  fc.constantFrom('error-before' as const, 'lost-answer' as const, 'rate-limit' as const).map((kind) =>
    action(`mail: ${kind}`, async (run) => {
      run.mailFailed = true
      // A rate limit of a second would be waited for.
      fixture.shop.mail.setFault({ kind, times: 2, ms: 30_000 })
    }),
  ),
]

const undoes = fc.constant(
  action('undo', async (run) => {
    const { undo } = run
    if (!undo) return
    const former = await currentState(run.asked)
    const { status } = await changing(run, () => fixture.admin.put(undo.path, undo.request))
    // Refused when the florist, or an earlier press of it, was faster: then nothing changes.
    if (status === 409) expect(await currentState(run.asked)).toEqual(former)
    else expect(status).toBe(200)
  }),
)

/** True if the state confirms an email, judged by other rules than the domain's. */
function isTrue(kind: string, { status, assignment }: Awaited<ReturnType<typeof currentState>>): boolean {
  const open = ['pending', 'processing', 'confirmed'].includes(status)
  switch (kind) {
    case 'order-cancelled':
    case 'florist-cancelled':
      return status === 'cancelled'
    case 'order-delivered':
      return status === 'delivered' || status === 'completed' || (open && assignment === 'delivered')
    case 'order-accepted':
      return status !== 'cancelled' && (!open || !['pending', 'rejected'].includes(assignment))
    case 'florist-reopened':
      return open && ['pending', 'confirmed', 'processing', 'ready'].includes(assignment)
    default:
      throw new Error(`Nobody is written to about ${kind} here`)
  }
}

test('every email is true when it is sent, and in the end nobody believes what is not so', {
  timeout: RUNS * 300_000,
}, async () => {
  const { shop } = fixture
  const { mail } = shop.deps
  const steps = fc.array(fc.oneof({ weight: 3, arbitrary: undoes }, ...actions.map(weighted)), {
    minLength: 3,
    maxLength: 14,
    size: 'max',
  })
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      shop.mail.setFault({ kind: 'none' })
      shop.deps.mail = mail
      const run = new Run(await fixture.asked())
      const orderId = run.asked.order.id
      const untrue: unknown[] = []
      shop.deps.mail = {
        ...mail,
        send: async (message, key) => {
          const [row] = await shop.db.select().from(outbox).where(eq(outbox.id, message.reference))
          if (row?.orderId === orderId) {
            const now = await currentState(run.asked)
            // The sender would take a failed expectation for a failure of the provider.
            if (!isTrue(row.kind, now)) untrue.push({ kind: row.kind, now })
          }
          return mail.send(message, key)
        },
      }
      for (const step of sequence) await step.run(run)
      shop.mail.setFault({ kind: 'none' })
      await shop.settled()
      for (let hour = 0; hour < 3; hour++) {
        shop.pass(70)
        await shop.scheduled()
      }
      expect(untrue).toEqual([])
      await expectKnown(run)
    }),
    { numRuns: RUNS, endOnFailure: true },
  )
})

const weighted = (arbitrary: fc.Arbitrary<Action>, n: number) => ({
  weight: [4, 3, 1, 2, 1][n] ?? 1,
  arbitrary,
})

async function expectKnown(run: Run): Promise<void> {
  const { order } = run.asked
  const rows = await fixture.shop.db
    .select({ kind: outbox.kind, status: outbox.status })
    .from(outbox)
    .where(and(eq(outbox.orderId, order.id), inArray(outbox.status, ['pending', 'sent'])))
    .orderBy(asc(outbox.sentAt), asc(sql`rowid`))
  expect(rows.filter(({ status }) => status === 'pending')).toEqual([])
  const kinds = rows.map(({ kind }) => kind)
  const now = await currentState(run.asked)
  const heard = kinds.findLast((kind) => kind.startsWith('florist-'))
  if (isAtWork(now.florist)) expect([now, heard]).not.toEqual([now, 'florist-cancelled'])
  if (run.mustHaveStopped) expect([now, heard]).toEqual([now, 'florist-cancelled'])
  // Nobody hears the same twice in a row. After a failure nobody knows what they heard.
  const floristKinds = kinds.filter((kind) => kind.startsWith('florist-'))
  if (!run.mailFailed) {
    expect(floristKinds.filter((kind, n) => n === 0 || kind === floristKinds[n - 1])).toEqual([
      'florist-order',
    ])
    expect(floristKinds[1] ?? 'florist-cancelled').toBe('florist-cancelled')
  }
  if (now.status === 'cancelled') expect(kinds).toContain('order-cancelled')
  if (now.tracking === 'delivered' && !run.completed) expect(kinds).toContain('order-delivered')
}
