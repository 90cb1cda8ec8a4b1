import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { marketZipcodes } from '#drizzle/schema/markets.ts'
import { outbox, waitlist } from '#drizzle/schema/messages.ts'
import { outboxMessage, waitlistEntry } from '#tests/support/message-rows.ts'
import { shareTestShop } from '#tests/support/shared-shop.ts'
import { signIn } from '#tests/support/staff.ts'

const TOKEN = '4f0c1c4e-9d4c-4a44-8c06-0c8d1e7f2a11'

const shop = await shareTestShop()
let admin: Awaited<ReturnType<typeof signIn>>

beforeEach(async () => {
  admin = await signIn(shop)
  await serve('94601', '94602', '94603')
})

const serve = (...zipCodes: string[]) =>
  shop.db.insert(marketZipcodes).values(zipCodes.map((zipcode) => ({ zipcode, marketId: 'market-sf' })))
const add = (...entries: ReturnType<typeof waitlistEntry>[]) => shop.db.insert(waitlist).values(entries)
const notify = (...zipCodes: unknown[]) => admin.post('/admin/waitlist/notify', { zipCodes })
const queued = () => shop.db.select().from(outbox).where(eq(outbox.kind, 'waitlist-open'))
const entries = () => shop.db.select().from(waitlist)
const recipients = async () => (await queued()).map(({ recipient }) => recipient).sort()

test('everybody who waits for these ZIP codes gets one message, and the entry says so', async () => {
  await add(
    waitlistEntry({ email: 'lee@x.yz', zipCode: '94601' }),
    waitlistEntry({ email: 'kim@x.yz', zipCode: '94601-1234' }),
    waitlistEntry({ email: 'elsewhere@x.yz', zipCode: '94604' }),
    waitlistEntry({ email: 'near@x.yz', zipCode: '94602' }),
    waitlistEntry({ email: 'left@x.yz', zipCode: '94601', unsubscribedAt: '2026-06-01T00:00:00.000Z' }),
    waitlistEntry({ email: 'told@x.yz', zipCode: '94601', notifiedAt: '2026-06-01T00:00:00.000Z' }),
  )
  expect(await notify('94601', '94601')).toMatchObject({ status: 200, body: { notified: 2 } })
  await shop.settled()
  expect((await shop.messages()).map(({ to }) => to.join()).sort()).toEqual(['kim@x.yz', 'lee@x.yz'])
  const at = shop.clock.at.toISOString()
  const stamps = Object.fromEntries((await entries()).map(({ email, notifiedAt }) => [email, notifiedAt]))
  expect(stamps).toEqual({
    'lee@x.yz': at,
    'kim@x.yz': at,
    'elsewhere@x.yz': null,
    'near@x.yz': null,
    'left@x.yz': null,
    'told@x.yz': '2026-06-01T00:00:00.000Z',
  })
  for (const { id } of await queued()) {
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  }
})

test('costs one round trip before the answer', async () => {
  await add(waitlistEntry({ zipCode: '94601' }))
  shop.mail.setFault({ kind: 'error-before' })
  const before = shop.requests()
  const sending = notify('94601')
  await sending
  // The guard's, and one; the sending that follows may have begun.
  expect(shop.requests() - before).toBeLessThanOrEqual(3)
})

test('ten admins at once, with ZIP codes that overlap: everybody is written to once, and counted once', async () => {
  const zips = ['94601', '94602', '94603']
  await add(
    ...Array.from({ length: 30 }, (_, n) =>
      waitlistEntry({
        email: `p${n}@x.yz`,
        zipCode: zips[n % 3] ?? '',
        createdAt: shop.clock.at.toISOString(),
      }),
    ),
  )
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, n) => notify(zips[n % 3], zips[(n + 1) % 3])),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(answers.reduce((sum, { body }) => sum + Number(body['notified']), 0)).toBe(30)
  expect(new Set(await recipients()).size).toBe(30)
  expect(await queued()).toHaveLength(30)
  expect((await entries()).filter(({ notifiedAt }) => notifiedAt === null)).toEqual([])
})

test('one person with several entries gets one message, about all of them', async () => {
  await add(
    waitlistEntry({
      id: 'second',
      email: 'LEE@x.yz',
      zipCode: '94603',
      createdAt: '2026-06-02T00:00:00.000Z',
    }),
    waitlistEntry({
      id: 'first',
      email: 'lee@x.yz',
      zipCode: '94601',
      createdAt: '2026-06-01T00:00:00.000Z',
    }),
    waitlistEntry({
      id: 'later',
      email: 'lee@x.yz',
      zipCode: '94602',
      createdAt: '2026-06-03T00:00:00.000Z',
    }),
  )
  expect((await notify('94601', '94603')).body).toEqual({ notified: 1 })
  await shop.settled()
  const [message, ...others] = await shop.messages()
  expect(others).toEqual([])
  expect(message).toMatchObject({ to: ['lee@x.yz'], subject: 'We deliver to 94601 and 94603 now' })
  // The third is told when its own ZIP code is.
  expect((await notify('94602')).body).toEqual({ notified: 1 })
  await shop.settled()
  expect((await shop.messages())[0]?.subject).toBe('We deliver to 94602 now')
})

test('many ZIP codes of one person make a short line', async () => {
  const more = Array.from({ length: 4 }, (_, n) => String(97_001 + n))
  await serve(...more)
  await add(...more.map((zipCode) => waitlistEntry({ email: 'lee@x.yz', zipCode })))
  await notify(...more)
  await shop.settled()
  expect((await shop.messages())[0]?.subject).toBe('We deliver to 97001, 97002, 97003 and 1 more now')
})

describe('the message', () => {
  const sent = async () => {
    await add(
      waitlistEntry({
        email: 'lee@x.yz',
        zipCode: '94601',
        city: 'Buy pills <b>now</b>',
        story: 'Cheap pills',
        unsubscribeToken: TOKEN,
      }),
    )
    await notify('94601')
    await shop.settled()
    const [message] = await shop.messages('lee@x.yz')
    if (!message) throw new Error('Nothing was sent')
    return message
  }

  test('says where we deliver now, leads to the shop, and repeats nothing that was typed freely', async () => {
    const { subject, html, text } = await sent()
    expect(subject).toBe('We deliver to 94601 now')
    for (const form of [html, text]) {
      expect(form).toContain('94601')
      expect(form).toContain('http://localhost:8787')
      expect(form).not.toMatch(/pills/i)
    }
  })

  test('has the link to leave and, for the mail program, its headers', async () => {
    const { html, text, headers } = await sent()
    const [entry] = await entries()
    for (const form of [html, text]) {
      expect(form).toContain(`http://localhost:8787/unsubscribe?token=${entry?.unsubscribeToken}`)
    }
    expect(headers).toMatchObject({
      'List-Unsubscribe': `<http://localhost:8787/api/waitlist/unsubscribe/${entry?.unsubscribeToken}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    })
  })

  test('is not sent to a person who has unsubscribed before', async () => {
    shop.mail.setFault({ kind: 'error-before' })
    await add(waitlistEntry({ zipCode: '94601', unsubscribeToken: TOKEN }))
    await notify('94601')
    await shop.settled()
    expect((await shop.post('/waitlist/unsubscribe', { token: TOKEN })).status).toBe(200)
    shop.mail.setFault({ kind: 'none' })
    shop.pass(2)
    await shop.scheduled()
    expect(await shop.messages()).toEqual([])
    expect(await queued()).toEqual([])
  })
})

test('a person who unsubscribed and joined again is notified again', async () => {
  const person = { email: 'lee@x.yz', city: 'Oakland', state: 'CA', zipCode: '94601' }
  await shop.post('/waitlist', person)
  await notify('94601')
  await shop.settled()
  const [entry] = await entries()
  await shop.post('/waitlist/unsubscribe', { token: entry?.unsubscribeToken })
  expect((await notify('94601')).body).toEqual({ notified: 0 })
  await shop.post('/waitlist', person)
  shop.pass(1)
  expect((await notify('94601')).body).toEqual({ notified: 1 })
  await shop.settled()
  const opened = (await shop.messages('lee@x.yz')).filter(({ subject }) => subject.startsWith('We deliver'))
  expect(opened).toHaveLength(2)
})

describe('refused, and nobody is written to', () => {
  test.each<[string, unknown, number]>([
    ['no ZIP codes', [], 422],
    ['something else', '94601', 422],
    ['four digits', ['9460'], 422],
    ['5+4', ['94601-1234'], 422],
    ['a number', [94601], 422],
    ['more than fit', Array.from({ length: 5001 }, () => '94601'), 422],
    ['one that no market has', ['94601', '99999'], 422],
  ])('%s', async (_, zipCodes, status) => {
    await add(waitlistEntry({ zipCode: '94601' }), waitlistEntry({ zipCode: '99999' }))
    const answer = await admin.post('/admin/waitlist/notify', { zipCodes })
    expect(answer.status).toBe(status)
    expect(await queued()).toEqual([])
    expect((await entries()).map(({ notifiedAt }) => notifiedAt)).toEqual([null, null])
  })

  test('names the ZIP codes that no market has', async () => {
    const missing = Array.from({ length: 12 }, (_, n) => String(99_901 + n))
    const { body } = await notify('94601', ...missing)
    const message =
      'No open market serves 99901, 99902, 99903, 99904, 99905, 99906, 99907, 99908, 99909, 99910 and 2 more yet. Nobody was emailed.'
    expect(body).toMatchObject({
      error: { code: 'zip_not_served', message, issues: [{ path: 'zipCodes', message }] },
    })
  })

  test('writes to all or to nobody when a ZIP code leaves its market at the same moment', async () => {
    await add(...Array.from({ length: 5 }, () => waitlistEntry({ zipCode: '94601' })))
    const [answer] = await Promise.all([
      notify('94601'),
      shop.client.execute(`delete from market_zipcodes where zipcode = '94601'`),
    ])
    const written = await queued()
    expect(written).toHaveLength(answer.status === 200 ? 5 : 0)
  })
})

test('a message to a whole list keeps nobody waiting for their own', async () => {
  shop.mail.setFault({ kind: 'error-before' })
  await add(...Array.from({ length: 60 }, (_, n) => waitlistEntry({ email: `p${n}@x.yz`, zipCode: '94601' })))
  await notify('94601')
  await shop.settled()
  shop.pass(3)
  const at = shop.clock.at.toISOString()
  const own = outboxMessage({
    kind: 'waitlist-receipt',
    recipient: 'own@x.yz',
    payload: { entryId: (await entries())[0]?.id },
    nextAttemptAt: at,
    createdAt: at,
  })
  await shop.db.insert(outbox).values(own)
  shop.mail.setFault({ kind: 'none' })
  await shop.scheduled()
  expect((await shop.messages('own@x.yz')).length).toBe(1)
})

test('10,000 people are written to in one call, in time', async () => {
  await shop.client.execute(`with recursive n(i) as (select 1 union all select i + 1 from n where i < 10000)
    insert into waitlist (id, email, city, state, zip_code, unsubscribe_token, created_at)
    select 'many-' || i, 'p' || i || '@example.com', 'Oakland', 'CA', '94601', 'token-' || i, '2026-06-04T10:00:00.000Z'
    from n`)
  shop.mail.setFault({ kind: 'error-before' })
  expect((await notify('94601')).body).toEqual({ notified: 10_000 })
  const { rows } = await shop.client.execute(
    `select count(*) as n, count(distinct id) as ids, count(distinct recipient) as people from outbox`,
  )
  expect(rows[0]).toMatchObject({ n: 10_000, ids: 10_000, people: 10_000 })
})
