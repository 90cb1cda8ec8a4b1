import { describe, expect, test } from 'vitest'
import { SITE } from '#domain/site.ts'
import { outbox, waitlist } from '#drizzle/schema/messages.ts'
import { shareTestShop } from '#tests/support/shared-shop.ts'

const PERSON = { email: 'lee@example.com', city: 'Boise', state: 'ID', zipCode: '83702' }
const THANKED = { success: true }

const shop = await shareTestShop()

const join = (changes: object = {}, headers: Record<string, string> = {}) =>
  shop.post('/waitlist', { ...PERSON, ...changes }, headers)
const entries = () => shop.db.select().from(waitlist)
const queued = async () => (await shop.db.select().from(outbox)).map(({ kind }) => kind).sort()
const receipts = async () => (await queued()).filter((kind) => kind === 'waitlist-receipt').length

async function theEntry() {
  const [entry, ...others] = await entries()
  expect(others).toEqual([])
  if (!entry) throw new Error('Nobody is waiting')
  return entry
}

/** The number of database calls while `work` ran. */
async function roundTrips(work: () => Promise<unknown>): Promise<number> {
  const before = shop.requests()
  await work()
  return shop.requests() - before
}

describe('joining', () => {
  test('stores the entry and sends a receipt and a notice to the owner', async () => {
    const answer = await join({
      story: ' I forgot.\r\nAgain. ',
      productTitle: ' Extremely  Bad ',
      address: '12 Main St',
    })
    expect([answer.status, answer.body]).toEqual([200, THANKED])
    await shop.settled()
    expect(await theEntry()).toMatchObject({
      ...PERSON,
      story: 'I forgot.\nAgain.',
      contacted: false,
      unsubscribedAt: null,
    })
    const [notice, ...others] = await shop.messages(SITE.ownerEmail)
    expect(others).toEqual([])
    for (const form of [notice?.html, notice?.text]) {
      for (const fact of [
        'lee@example.com',
        'Extremely Bad',
        'I forgot.',
        'Again.',
        '12 Main St',
        'Boise',
        'ID',
        '83702',
      ]) {
        expect(form).toContain(fact)
      }
    }
    const [receipt, ...more] = await shop.messages('lee@example.com')
    expect(more).toEqual([])
    expect(receipt?.text).toContain('83702')
  })

  test('the receipt repeats nothing that was typed freely: a stranger’s address may have been used', async () => {
    await join({
      city: 'Buy pills at evil.example',
      story: 'Cheap pills',
      productTitle: 'Pills',
      address: 'Pills',
    })
    await shop.settled()
    const [receipt] = await shop.messages('lee@example.com')
    for (const form of [receipt?.subject, receipt?.html, receipt?.text]) expect(form).not.toMatch(/pills/i)
    const [row] = (await shop.db.select().from(outbox)).filter(({ kind }) => kind === 'waitlist-receipt')
    expect(row?.payload).toEqual({ entryId: (await theEntry()).id })
  })

  test('joining twice, in any letter case, succeeds, stores nothing and sends nothing', async () => {
    await join({ story: 'First' })
    for (const email of ['lee@example.com', 'LEE@Example.COM']) {
      expect(await join({ email, city: 'Elsewhere', story: 'Second' })).toMatchObject({
        status: 200,
        body: THANKED,
      })
    }
    expect(await theEntry()).toMatchObject({ city: 'Boise', story: 'First' })
    expect(await queued()).toEqual(['waitlist-notice', 'waitlist-receipt'])
  })

  test('20 at once are one entry and two emails', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => join()))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    await shop.settled()
    await theEntry()
    expect((await shop.messages()).map(({ to }) => to.join()).sort()).toEqual([
      'lee@example.com',
      SITE.ownerEmail,
    ])
  })

  test('another ZIP is another entry', async () => {
    await join()
    await join({ zipCode: '83702-1234' })
    expect((await entries()).map(({ zipCode }) => zipCode)).toEqual(['83702', '83702-1234'])
    expect(await queued()).toHaveLength(4)
  })

  test('empty optional fields are left out of the notice', async () => {
    await join({ story: '  ', productTitle: '', address: '' })
    await shop.settled()
    expect(await theEntry()).toMatchObject({ story: null })
    const [notice] = await shop.messages(SITE.ownerEmail)
    for (const label of ['Their story', 'Street address', 'Bouquet they wanted']) {
      expect(notice?.text).not.toContain(label)
    }
  })

  test('what was typed is text in the notice, whatever it looks like', async () => {
    const story = '<img src=x onerror=alert(1)> & "sorry" </p><script>x</script>'
    await join({ story, productTitle: '<b>Bad</b>', city: 'Bo<i>se' })
    await shop.settled()
    const [notice] = await shop.messages(SITE.ownerEmail)
    expect(notice?.html).not.toMatch(/<img src=x|<script|<b>Bad|Bo<i>/)
    expect(notice?.html).toContain('&lt;img src=x onerror=alert(1)&gt;')
    expect(notice?.text).toContain(story)
    expect(notice?.subject).toContain('Bo<i>se')
  })

  test.each([
    [{ productTitle: 'x'.repeat(256) }, 'productTitle'],
    [{ address: 'x'.repeat(201) }, 'address'],
    [{ story: 'x'.repeat(2001) }, 'story'],
  ])('%j is refused without asking the database', async (change, path) => {
    let answer: Awaited<ReturnType<typeof join>> | undefined
    const trips = await roundTrips(async () => {
      answer = await join(change)
    })
    expect([trips, answer?.status]).toEqual([0, 422])
    expect(answer?.body['error']).toMatchObject({ issues: [{ path }] })
  })

  test('costs one round trip before the answer, the first time and again', async () => {
    let deferredAt = 0
    const { waitUntil } = shop.deps
    shop.deps.waitUntil = (work) => {
      deferredAt = shop.requests()
      waitUntil(work)
    }
    const before = shop.requests()
    await join()
    expect(deferredAt - before).toBe(1)
    await shop.settled()
    expect(await roundTrips(() => join())).toBe(1)
  })

  test('goes through while mail is down, and the emails follow', async () => {
    shop.mail.setFault({ kind: 'error-before' })
    expect((await join()).status).toBe(200)
    await shop.settled()
    await theEntry()
    expect(await shop.messages()).toEqual([])
    shop.mail.setFault({ kind: 'none' })
    shop.pass(2)
    await shop.scheduled()
    expect(await shop.messages()).toHaveLength(2)
  })
})

describe('limits', () => {
  const LIMIT = { max: 2, seconds: 60 }
  const limited = () => {
    shop.deps.config.limits.waitlist = LIMIT
  }
  const from = (address: string) => ({ 'cf-connecting-ip': address })
  const zips = ['83701', '83702', '83703', '83704', '83705']

  test('beyond the limit of an address nothing is stored and the answer has retry-after', async () => {
    limited()
    const answers = []
    for (const zipCode of zips) answers.push(await join({ zipCode }, from('203.0.113.1')))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429, 429, 429])
    expect(answers.at(-1)?.body['error']).toMatchObject({ code: 'rate_limited' })
    expect(answers.at(-1)?.headers.get('retry-after')).toBe('60')
    expect(await entries()).toHaveLength(2)
    expect(await queued()).toHaveLength(4)
    expect((await join({ zipCode: '83709' }, from('203.0.113.2'))).status).toBe(200)
    shop.pass(1)
    expect((await join({ zipCode: '83708' }, from('203.0.113.1'))).status).toBe(200)
  })

  test('one person gets three receipts a day, whatever the letters, and every entry is stored', async () => {
    for (const [at, zipCode] of zips.entries()) {
      const email = at % 2 ? 'Lee@Example.com' : 'lee@example.com'
      expect((await join({ email, zipCode }, from(`203.0.113.${at}`))).status).toBe(200)
    }
    expect(await entries()).toHaveLength(5)
    expect(await receipts()).toBe(3)
    expect((await queued()).filter((kind) => kind === 'waitlist-notice')).toHaveLength(5)
    expect((await join({ email: 'kim@example.com' })).status).toBe(200)
    expect(await receipts()).toBe(4)
    shop.pass(24 * 60)
    await join({ zipCode: '83710' })
    expect(await receipts()).toBe(5)
  })

  test('neither addresses nor emails lie in the counters', async () => {
    await join({}, from('203.0.113.77'))
    const { rows } = await shop.client.execute('select key from rate_counters')
    expect(rows).toHaveLength(5)
    expect(JSON.stringify(rows)).not.toMatch(/lee|example|203\.0/)
  })
})
