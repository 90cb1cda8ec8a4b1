import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { MailError } from '#api/platform/mail/mail.ts'
import { nextPause, sendDue } from '#api/platform/outbox/send-due.ts'
import { outbox } from '#drizzle/schema/messages.ts'
import { orderItems, orders } from '#drizzle/schema/orders.ts'
import { outboxMessage } from '#tests/support/message-rows.ts'
import { order, orderItem } from '#tests/support/rows.ts'
import { shareTestShop } from '#tests/support/shared-shop.ts'
import { MORNING } from '#tests/support/shop.ts'
import { IS_SOAK } from '#tests/support/soak.ts'

const shop = await shareTestShop()

const ORDER_ID = 'order-of-the-outage'
const minutes = (count: number) => new Date(MORNING.getTime() + count * 60_000).toISOString()

/** Messages handed to the provider, with the minute. */
let tries: { to: string; minute: number }[] = []

beforeEach(async () => {
  tries = []
  const { send } = shop.deps.mail
  shop.deps.mail.send = (message, key) => {
    const minute = Math.floor((shop.clock.at.getTime() - MORNING.getTime()) / 60_000)
    tries.push({ to: message.to, minute })
    return send(message, key)
  }
  const bought = order({ id: ORDER_ID, status: 'confirmed', paymentStatus: 'paid' })
  await shop.db.insert(orders).values(bought)
  await shop.db.insert(orderItems).values(orderItem({ orderId: ORDER_ID }))
})

type Changes = NonNullable<Parameters<typeof outboxMessage>[0]>

/** Written now, about an account unless said otherwise. */
async function write(recipient: string, changes: Changes = {}): Promise<void> {
  const now = shop.clock.at.toISOString()
  const message = outboxMessage({
    kind: 'account-notice',
    payload: { news: 'password-changed' },
    recipient,
    createdAt: now,
    updatedAt: now,
    nextAttemptAt: now,
    ...changes,
  })
  await shop.db.insert(outbox).values(message)
}
const aboutOrder: Changes = { kind: 'order-confirmation', orderId: ORDER_ID, payload: {} }

async function writeMany(count: number, name: string, changes: Changes = {}): Promise<void> {
  for (let n = 0; n < count; n++) await write(`${name}${n}@example.com`, changes)
}

const stored = () => shop.db.select().from(outbox).orderBy(outbox.recipient)
const storedOf = async (recipient: string) =>
  (await shop.db.select().from(outbox).where(eq(outbox.recipient, recipient)))[0]
const waiting = async () => (await stored()).filter(({ status }) => status !== 'sent').length
const triesIn = (minute: number) => tries.filter((tried) => tried.minute === minute).map(({ to }) => to)
const triesOf = (to: string) => tries.filter((tried) => tried.to === to).map(({ minute }) => minute)

/** The scheduled runs of this many minutes. */
async function run(count: number): Promise<void> {
  for (let minute = 0; minute < count; minute++) {
    shop.pass(1)
    await shop.scheduled()
    await shop.settled()
  }
}

/** From now on the provider answers some recipients as is said here. */
function answerWith(failureOf: (to: string) => Error | null): void {
  const { send } = shop.deps.mail
  shop.deps.mail.send = async (message, key) => {
    const failure = failureOf(message.to)
    if (!failure) return send(message, key)
    const minute = Math.floor((shop.clock.at.getTime() - MORNING.getTime()) / 60_000)
    tries.push({ to: message.to, minute })
    throw failure
  }
}

describe.each(IS_SOAK ? [12, 180] : [12, 30])('after an outage of %i minutes', (length) => {
  test('all mail is out within two minutes, each message once', async () => {
    shop.mail.setFault({ kind: 'error-before' })
    await writeMany(4, 'buyer', aboutOrder)
    await writeMany(4, 'person')
    await sendDue(shop.deps)
    await run(length / 2)
    await write('late-buyer@example.com', aboutOrder)
    await sendDue(shop.deps)
    await run(length / 2)
    expect(await waiting()).toBe(9)
    // Some are tried each minute, and not all of them; new mail is tried besides.
    for (let minute = 1; minute <= length; minute++)
      expect(triesIn(minute)).toHaveLength(minute === length / 2 ? 5 : 4)
    shop.mail.setFault({ kind: 'none' })
    await run(1)
    expect(await waiting()).toBe(0)
    const received = (await shop.messages()).map(({ to }) => to[0])
    expect(received.toSorted()).toEqual((await stored()).map(({ recipient }) => recipient))
  })
})

test('one message that waits is tried each minute, however long the outage lasts', async () => {
  shop.mail.setFault({ kind: 'error-before' })
  await write('sam@example.com', aboutOrder)
  const length = IS_SOAK ? 100 : 30
  await run(length)
  expect(triesOf('sam@example.com')).toEqual(Array.from({ length }, (_, at) => at + 1))
})

test('answers that are lost, for twelve minutes, send nothing twice', async () => {
  shop.mail.setFault({ kind: 'lost-answer' })
  await writeMany(5, 'buyer', aboutOrder)
  await run(12)
  shop.mail.setFault({ kind: 'none' })
  await run(1)
  expect(await waiting()).toBe(0)
  expect(await shop.messages()).toHaveLength(5)
})

test('an answer that cannot be read, as a proxy’s page, is an outage too', async () => {
  const { fetch } = globalThis
  globalThis.fetch = async () => new Response('<h1>We are back soon</h1>')
  await write('sam@example.com', aboutOrder)
  await sendDue(shop.deps).finally(() => Object.assign(globalThis, { fetch }))
  expect(await storedOf('sam@example.com')).toMatchObject({
    status: 'pending',
    nextAttemptAt: new Date(MORNING.getTime() + 30_000).toISOString(),
    lastError: 'The mail provider’s answer could not be read',
  })
})

describe('the first message that goes through again', () => {
  test('makes due what waited, when it is new mail between two scheduled runs', async () => {
    shop.mail.setFault({ kind: 'error-before' })
    await writeMany(30, 'buyer', aboutOrder)
    await run(3)
    await sendDue(shop.deps)
    shop.mail.setFault({ kind: 'none' })
    await write('new@example.com', aboutOrder)
    await sendDue(shop.deps)
    expect((await stored()).filter(({ status }) => status === 'sent').length).toBeGreaterThanOrEqual(1)
    const at = shop.clock.at.toISOString()
    for (const { status, nextAttemptAt } of await stored())
      expect(status === 'sent' || nextAttemptAt <= at).toBe(true)
  })

  test('ends a long pause that the provider had asked for', async () => {
    shop.mail.setFault({ kind: 'rate-limit', ms: 600 * 60_000, times: 1 })
    await writeMany(3, 'buyer', aboutOrder)
    await sendDue(shop.deps)
    await run(5)
    expect(tries).toHaveLength(1)
    await write('new@example.com', aboutOrder)
    await sendDue(shop.deps)
    await run(1)
    expect(await waiting()).toBe(0)
  })

  test('leaves alone what is being sent', async () => {
    const claim = { attempts: 1, nextAttemptAt: minutes(1), lockedUntil: minutes(1) }
    await write('claimed@example.com', { ...claim, dueBeforePause: minutes(-5) })
    await write('sam@example.com')
    await sendDue(shop.deps)
    expect(await storedOf('sam@example.com')).toMatchObject({ status: 'sent' })
    expect(await storedOf('claimed@example.com')).toMatchObject({ status: 'pending', ...claim })
  })

  test('leaves the pauses of messages that failed by their own fault', async () => {
    await write('own@example.com', { attempts: 5, nextAttemptAt: minutes(16), lastError: 'Of its own' })
    await write('soon@example.com', { attempts: 1, nextAttemptAt: minutes(1), lastError: 'Of its own' })
    shop.mail.setFault({ kind: 'rate-limit', ms: 30 * 60_000, times: 1 })
    await write('first@example.com')
    await sendDue(shop.deps)
    expect(await storedOf('own@example.com')).toMatchObject({ nextAttemptAt: minutes(30) })
    await write('new@example.com')
    await sendDue(shop.deps)
    expect(await storedOf('own@example.com')).toMatchObject({
      nextAttemptAt: minutes(16),
      dueBeforePause: null,
    })
    expect(await storedOf('soon@example.com')).toMatchObject({ nextAttemptAt: minutes(1) })
  })
})

test.each([
  ['a pause that the provider asks for', { kind: 'rate-limit', ms: 30 * 60_000 }],
  ['an outage', { kind: 'error-before' }],
] as const)('mail that is held for an undo is untouched by %s', async (_, fault) => {
  const until = new Date(MORNING.getTime() + 15_000).toISOString()
  await write('held@example.com', { ...aboutOrder, nextAttemptAt: until })
  const before = await storedOf('held@example.com')
  await writeMany(3, 'buyer', aboutOrder)
  shop.mail.setFault(fault)
  await sendDue(shop.deps)
  expect(await storedOf('held@example.com')).toEqual(before)
  shop.mail.setFault({ kind: 'none' })
  await write('new@example.com', aboutOrder)
  await sendDue(shop.deps)
  expect(await storedOf('held@example.com')).toEqual(before)
  expect(triesOf('held@example.com')).toEqual([])
})

describe('a message that fails by its own fault', () => {
  const faults = {
    'that the provider does not take now': new MailError('The mail provider answered 409: x', 'temporary'),
    'that cannot be written': new Error('No such order'),
  }
  test.each(Object.entries(faults))('one %s keeps its growing pauses', async (_, failure) => {
    answerWith((to) => (to === 'own@example.com' ? failure : null))
    await write('own@example.com', aboutOrder)
    await sendDue(shop.deps)
    for (let minute = 0; minute < 31; minute++) {
      await run(1)
      await write(`sam${minute}@example.com`, aboutOrder)
      await sendDue(shop.deps)
    }
    expect(triesOf('own@example.com')).toEqual([0, 1, 3, 7, 15, 31])
    expect(await waiting()).toBe(1)
    expect(await storedOf('own@example.com')).toMatchObject({
      nextAttemptAt: new Date(shop.clock.at.getTime() + nextPause(6)).toISOString(),
    })
  })

  test('and looks like an outage delays nothing else by more than a minute, and is tried twice a minute at most', async () => {
    const failure = new MailError('The mail provider answered 500: x', 'unavailable')
    answerWith((to) => (to.startsWith('own') ? failure : null))
    await writeMany(4, 'own', aboutOrder)
    await sendDue(shop.deps)
    for (let minute = 0; minute < 10; minute++) {
      await writeMany(5, `sam${minute}-`, aboutOrder)
      await writeMany(2, `person${minute}-`)
      await run(2)
      expect(await waiting()).toBe(4)
    }
    for (const own of ['own0@example.com', 'own1@example.com', 'own2@example.com', 'own3@example.com']) {
      for (let minute = 1; minute <= 20; minute++)
        expect(triesOf(own).filter((tried) => tried === minute).length).toBeLessThanOrEqual(2)
    }
  })
})

describe('200 messages that wait', () => {
  test('are sent within three minutes, those about orders first', async () => {
    shop.mail.setFault({ kind: 'error-before' })
    await writeMany(100, 'person')
    await writeMany(100, 'buyer', aboutOrder)
    await run(12)
    shop.mail.setFault({ kind: 'none' })
    tries = []
    await run(3)
    expect(await waiting()).toBe(0)
    expect(tries).toHaveLength(200)
    expect(tries.findLastIndex(({ to }) => to.startsWith('buyer'))).toBeLessThan(
      tries.findIndex(({ to }) => to.startsWith('person')) + 4,
    )
  })

  test('are sent also where the provider takes two a second', async () => {
    let [second, taken] = [0, 0]
    answerWith(() => {
      const now = Math.floor(shop.clock.at.getTime() / 1000)
      taken = now === second ? taken + 1 : 1
      second = now
      return taken > 2 ? new MailError('Too many', 'busy', { retryAfterSeconds: 1 }) : null
    })
    shop.deps.startTimer = (ms) => {
      shop.elapse(ms)
      return { over: Promise.resolve(), cancel: () => {} }
    }
    await writeMany(200, 'buyer', aboutOrder)
    await run(4)
    expect(await waiting()).toBe(0)
    expect(await shop.messages()).toHaveLength(200)
  })

  test('wait for the next minute when the provider goes on refusing', async () => {
    const waits: number[] = []
    shop.deps.startTimer = (ms) => {
      waits.push(ms)
      shop.elapse(ms)
      return { over: Promise.resolve(), cancel: () => {} }
    }
    shop.mail.setFault({ kind: 'rate-limit', ms: 1000 })
    await writeMany(200, 'buyer', aboutOrder)
    await run(1)
    expect(tries.length).toBeLessThanOrEqual(4)
    expect(waits.length).toBeLessThanOrEqual(4)
    expect(await waiting()).toBe(200)
  })

  test('wait when the provider asks for longer', async () => {
    shop.mail.setFault({ kind: 'rate-limit', ms: 10_000 })
    await writeMany(200, 'buyer', aboutOrder)
    await run(1)
    expect(tries).toHaveLength(1)
    expect(await waiting()).toBe(200)
  })
})

test('an outage of more than a day: what was tried is given up, what was not is sent', async () => {
  shop.mail.setFault({ kind: 'error-before' })
  await writeMany(3, 'buyer', aboutOrder)
  await sendDue(shop.deps)
  expect((await stored()).map(({ attempts }) => attempts)).toEqual([1, 1, 0])
  shop.pass(25 * 60)
  shop.mail.setFault({ kind: 'none' })
  await shop.scheduled()
  expect((await stored()).slice(0, 3).map(({ status }) => status)).toEqual(['failed', 'failed', 'sent'])
})
