import { beforeEach, describe, expect, test } from 'vitest'
import { endExpiredQuestion } from '#api/questions/service.ts'
import { outcomeOf } from '#domain/order/answer.ts'
import { answersTo, QUESTION_KINDS, type QuestionKind, questionEntry } from '#domain/order/questions.ts'
import { openDangerFixture } from '#tests/support/danger-fixture.ts'
import { dump } from '#tests/support/open-api.ts'
import { shareTestShop } from '#tests/support/shared-shop.ts'
import { openSubstitutionFixture } from '#tests/support/substitution-fixture.ts'

// What is so of every question that a buyer is asked by a link. What only one kind does is in promise-choice.test.ts and substitution.test.ts.

const shop = await shareTestShop()

type Asked = { orderId: string; token: string; email: string }
/** A buyer who was just asked, and what answers bring along. */
const ASK: Readonly<Record<QuestionKind, () => Promise<Asked & { more: object }>>> = {
  async choice() {
    const { id, token, customerEmail } = await (await openDangerFixture(shop)).offered('2026-06-04T21:15')
    const more = { waitUntil: '2026-06-05T01:15:00.000Z', date: '2026-06-06' }
    return { orderId: id, token, email: customerEmail, more }
  },
  async substitution() {
    const { order, question, email } = await (await openSubstitutionFixture(shop)).asked()
    return { orderId: order.id, token: question, email, more: {} }
  },
}

/** Everything but what counts requests and what is told of what was shown. */
async function books() {
  const { rate_counters: _, users: __, sessions: ___, florist_links: ____, ...rest } = await dump(shop)
  return rest
}
const eventsOf = async (orderId: string) => {
  const sql = 'select kind from order_events where order_id = ?'
  const { rows } = await shop.client.execute({ sql, args: [orderId] })
  return rows.map(({ kind }) => String(kind))
}
async function work() {
  await shop.settled()
  await shop.scheduled()
  await shop.settled()
}

describe.each(QUESTION_KINDS)('%s', (kind) => {
  const answers = answersTo(kind)
  const { closed, answers: events, silence } = questionEntry(kind)
  let asked: Asked & { more: object }
  beforeEach(async () => {
    asked = await ASK[kind]()
  })
  const look = (token = asked.token) => shop.post(`/${kind}`, { token })
  const give = (answer: string, token = asked.token) =>
    shop.post(`/${kind}/answer`, { token, answer, ...asked.more })

  test('is asked by a token of which only a hash is kept, and looking changes nothing', async () => {
    expect(asked.token).toMatch(/^[\w-]{43}$/)
    const before = await books()
    expect(JSON.stringify(before)).not.toContain(asked.token)
    const { status, body } = await look()
    expect([status, body]).toMatchObject([200, { outcome: null, expiresAt: expect.any(String) }])
    for (const secret of [asked.orderId, asked.email, '5th Ave']) {
      expect(JSON.stringify(body)).not.toContain(secret)
    }
    expect(await books()).toEqual(before)
  })

  test('opens by no forged link, which changes nothing', async () => {
    const before = await books()
    const { token } = asked
    for (const forged of [`${token}x`, token.slice(1), token.toUpperCase(), "x' or 1=1"]) {
      for (const { status, body } of [
        await look(forged),
        ...(await Promise.all(answers.map((each) => give(each, forged)))),
      ]) {
        expect([status, body]).toMatchObject([404, { error: { code: 'link_unknown' } }])
      }
    }
    expect((await look('')).status).toBe(422)
    expect((await give('maybe')).status).toBe(422)
    expect(await books()).toEqual(before)
  })

  test.each(answers)('answered by %s: the same again changes nothing, another is refused', async (answer) => {
    const outcome = outcomeOf(kind, answer)
    expect(await give(answer)).toMatchObject({ status: 200, body: { outcome } })
    await work()
    const before = await books()
    expect(await give(answer)).toMatchObject({ status: 200, body: { outcome } })
    for (const other of answers.filter((each) => each !== answer)) {
      expect(await give(other)).toMatchObject({ status: 409, body: { error: { code: closed } } })
    }
    expect(await books()).toEqual(before)
  })

  test('takes one of several answers at once', async () => {
    const made = await Promise.all(answers.map((each) => give(each)))
    await work()
    const { outcome } = (await look()).body
    expect(made.map(({ status }) => status)).toEqual(
      answers.map((each) => (outcomeOf(kind, each) === outcome ? 200 : 409)),
    )
    const happened = (await eventsOf(asked.orderId)).filter((each) =>
      Object.values(events).some((event) => event === each),
    )
    expect(happened).toHaveLength(1)
  })

  test('is linked from the page of the order until it is answered', async () => {
    const mails = await shop.messages(asked.email)
    const [token] = mails.flatMap(({ text }) => /\/manage\?token=(\S+)/.exec(text)?.[1] ?? [])
    const urls = async () => {
      const { choiceUrl, questionUrl } = (await shop.post('/manage', { token })).body
      return { choice: choiceUrl, substitution: questionUrl }
    }
    const url = `${shop.deps.config.origin}/${kind}?token=${asked.token}`
    expect(await urls()).toEqual({ choice: null, substitution: null, [kind]: url })
    await give(answers[0] ?? '')
    expect(await urls()).toEqual({ choice: null, substitution: null })
  })

  test('ends once when the time is over, and takes no answer then', async () => {
    const { expiresAt } = (await look()).body
    shop.clock.at = new Date(Date.parse(String(expiresAt)) - 60_000)
    await work()
    expect((await look()).body['outcome']).toBeNull()
    shop.clock.at = new Date(String(expiresAt))
    for (const each of answers) {
      expect(await give(each)).toMatchObject({ status: 409, body: { error: { code: closed } } })
    }
    await Promise.all([1, 2].map(() => endExpiredQuestion(shop.deps, kind, asked.orderId)))
    await work()
    expect((await eventsOf(asked.orderId)).filter((each) => each === silence)).toHaveLength(1)
    expect((await look()).body['outcome']).not.toBeNull()
  })
})
