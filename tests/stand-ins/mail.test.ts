import { request } from 'node:http'
import { describe, expect, test } from 'vitest'
import { EMAIL, type Post, post, startPost } from './mail-support.ts'

async function sentId(answer: Promise<Response>): Promise<string> {
  const response = await answer
  const body = (await response.json()) as { id: string }
  expect([response.status, body]).toEqual([200, { id: expect.stringMatching(/^[0-9a-f-]{36}$/) }])
  return body.id
}

async function refusal(answer: Promise<Response>) {
  const response = await answer
  const body = (await response.json()) as { statusCode: number; name: string; message: string }
  expect(body.statusCode).toBe(response.status)
  return body
}

describe('sending', () => {
  test('puts the email into the inbox, and answers its id', async () => {
    const { send, messages } = await startPost()
    const id = await sentId(
      send({
        ...EMAIL,
        to: ['sam@example.com', 'Kim <kim@example.com>'],
        reply_to: 'help@example.com',
        headers: { 'X-Order': 'ORD-7K3MPX2Q' },
        tags: [{ name: 'kind', value: 'order_confirmed' }],
      }),
    )
    expect(await messages()).toMatchObject([
      {
        id,
        from: EMAIL.from,
        to: ['sam@example.com', 'Kim <kim@example.com>'],
        subject: EMAIL.subject,
        html: EMAIL.html,
        text: EMAIL.text,
        reply_to: ['help@example.com'],
        headers: { 'X-Order': 'ORD-7K3MPX2Q' },
        tags: [{ name: 'kind', value: 'order_confirmed' }],
        createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
      },
    ])
  })

  const { from: _from, ...fromless } = EMAIL
  const { to: _to, ...toless } = EMAIL
  const { html: _html, text: _text, ...bodyless } = EMAIL
  test.each([
    ['without a sender', fromless, 'missing_required_field', 'Missing `from` field.'],
    ['to nobody', toless, 'missing_required_field', 'Missing `to` field.'],
    ['without words', bodyless, 'missing_required_field', 'Missing `html` or `text` field.'],
    [
      'to no address',
      { ...EMAIL, to: 'sam' },
      'validation_error',
      /^Invalid `to` field\. The email address needs/,
    ],
    [
      'from a half-open name',
      { ...EMAIL, from: 'Shop <a@b.example' },
      'validation_error',
      /^Invalid `from` field/,
    ],
    [
      'with a header smuggled in',
      { ...EMAIL, to: 'x\r\nBcc: y@b.example <a@b.example>' },
      'validation_error',
      /^Invalid `to` field/,
    ],
    [
      'with a tag of two words',
      { ...EMAIL, tags: [{ name: 'kind', value: 'two words' }] },
      'validation_error',
      /^Tags should only contain/,
    ],
    ['with a misspelt field', { ...EMAIL, header: {} }, 'validation_error', /header/],
  ])('refuses an email %s', async (_, email, name, message) => {
    const { send, messages } = await startPost()
    const problem = await refusal(send(email))
    expect(problem).toMatchObject({ statusCode: 422, name })
    expect(problem.message).toMatch(message)
    expect(await messages()).toEqual([])
  })

  test('wants the right key, a name of the caller, and JSON', async () => {
    const { send, mail, messages } = await startPost()
    expect(await refusal(send(EMAIL, { authorization: 'Bearer re_wrong' }))).toEqual({
      statusCode: 403,
      name: 'invalid_api_key',
      message: 'API key is invalid',
    })
    const keyless = fetch(`${mail.url}/emails`, { method: 'POST', body: '{}' })
    expect(await refusal(keyless)).toMatchObject({ statusCode: 401, name: 'missing_api_key' })
    const authorization = 'Bearer re_test_0123456789'
    const broken = fetch(`${mail.url}/emails`, { method: 'POST', body: '{', headers: { authorization } })
    expect((await refusal(broken)).statusCode).toBe(422)
    // node:http sends no User-Agent, as the Workers runtime does not.
    const nameless = await new Promise<number | undefined>((resolve, reject) => {
      const call = request(`${mail.url}/emails`, { method: 'POST', headers: { authorization } }, (answer) => {
        answer.resume()
        resolve(answer.statusCode)
      })
      call.on('error', reject)
      call.end(JSON.stringify(EMAIL))
    })
    expect(nameless).toBe(403)
    expect(await messages()).toEqual([])
  })
})

describe('an idempotency key', () => {
  const key = { 'idempotency-key': 'order-1/confirmed' }

  test('sends once, after a restart and a cleared inbox too', async () => {
    const { send, messages, mail, options } = await startPost()
    const id = await sentId(send(EMAIL, key))
    expect(await sentId(send(EMAIL, key))).toBe(id)
    expect(await messages()).toHaveLength(1)
    await fetch(`${mail.url}/_local/messages`, { method: 'DELETE' })
    await mail.close()

    const again = await post(options)
    expect(await sentId(again.send(EMAIL, key))).toBe(id)
    expect(await again.messages()).toEqual([])
    expect(await sentId(again.send(EMAIL, { 'idempotency-key': 'order-1/canceled' }))).not.toBe(id)
  })

  test('with another email is refused', async () => {
    const { send, messages } = await startPost()
    await sentId(send(EMAIL, key))
    expect(await refusal(send({ ...EMAIL, subject: 'Other' }, key))).toMatchObject({
      statusCode: 409,
      name: 'invalid_idempotent_request',
    })
    expect(await messages()).toHaveLength(1)
  })

  test('in use is refused', async () => {
    const { send, mail, messages } = await startPost()
    mail.setFault({ kind: 'slow', ms: 3_600_000, times: 1 })
    const first = send(EMAIL, key)
    await mail.held.whenHeld()
    expect(await refusal(send(EMAIL, key))).toMatchObject({
      statusCode: 409,
      name: 'concurrent_idempotent_requests',
    })
    mail.held.release()
    const id = await sentId(first)
    expect(await sentId(send(EMAIL, key))).toBe(id)
    expect(await messages()).toHaveLength(1)
  })
})

describe('a fault', () => {
  const key = { 'idempotency-key': 'order-1/confirmed' }
  const setFault = ({ mail }: Post, fault: object) =>
    fetch(`${mail.url}/_local/fault`, { method: 'POST', body: JSON.stringify(fault) })

  test.each([
    ['error-before', 500, 0],
    ['error-after', 500, 1],
    ['rate-limit', 429, 0],
  ])('%s answers %i and takes %i emails; sending again makes it one', async (kind, status, taken) => {
    const shop = await startPost()
    await setFault(shop, { kind, times: 1 })
    expect((await refusal(shop.send(EMAIL, key))).statusCode).toBe(status)
    expect(await shop.messages()).toHaveLength(taken)
    await sentId(shop.send(EMAIL, key))
    expect(await shop.messages()).toHaveLength(1)
  })

  test.each([
    ['lost-answer', 1],
    ['hang', 0],
  ])('%s answers nothing and takes %i emails; sending again makes it one', async (kind, taken) => {
    const shop = await startPost()
    await setFault(shop, { kind, times: 1 })
    const leaving = new AbortController()
    void shop.mail.held.whenHeld().then(() => leaving.abort())
    await expect(shop.send(EMAIL, key, leaving.signal)).rejects.toThrow()
    expect(await shop.messages()).toHaveLength(taken)
    await expect.poll(async () => (await shop.send(EMAIL, key)).status).toBe(200)
    expect(await shop.messages()).toHaveLength(1)
  })
})

describe('the inbox', () => {
  test('says that there is none yet, lists the newest first, and clears', async () => {
    const { mail, send } = await startPost()
    const read = async () => (await fetch(mail.url)).text()
    expect(await read()).toContain('No mail yet')
    await send({ ...EMAIL, subject: 'First <b>' })
    await send({ ...EMAIL, subject: 'Second' })
    const html = await read()
    expect(html).toContain('First &lt;b&gt;')
    expect(html.indexOf('Second')).toBeLessThan(html.indexOf('First'))
    expect(html).toContain('sam@example.com')

    const foreign = { 'sec-fetch-site': 'cross-site' }
    expect((await fetch(`${mail.url}/_local/clear`, { method: 'POST', headers: foreign })).status).toBe(403)
    await fetch(`${mail.url}/_local/clear`, { method: 'POST' })
    expect(await read()).toContain('No mail yet')
  })

  test('shows a message in a frame without scripts, whose links open a new tab', async () => {
    const { mail, send } = await startPost()
    const id = await sentId(send(EMAIL))
    const page = await (await fetch(`${mail.url}/messages/${id}`)).text()
    expect(page).toMatch(
      new RegExp(`<iframe[^>]*class="wide"[^>]*src="/messages/${id}/html"[^>]*sandbox="[^"]*"`),
    )
    expect(page).not.toContain('allow-scripts')
    expect(await (await fetch(`${mail.url}/messages/${id}?view=phone`)).text()).toContain('class="phone"')
    expect(await (await fetch(`${mail.url}/messages/${id}?view=text`)).text()).toContain(EMAIL.text)
    expect(await (await fetch(`${mail.url}/messages/${id}?view=headers`)).text()).toContain(
      `Message-Id: ${id}`,
    )

    const framed = await fetch(`${mail.url}/messages/${id}/html`)
    expect(framed.headers.get('content-security-policy')).toContain("script-src 'none'")
    expect(await framed.text()).toMatch(/^<!DOCTYPE html><base target="_blank"><html>/)
  })

  test('shows the text of a message that has nothing else', async () => {
    const { mail, send } = await startPost()
    const { html: _, ...plain } = EMAIL
    const id = await sentId(send({ ...plain, text: 'Only <words>' }))
    const page = await (await fetch(`${mail.url}/messages/${id}`)).text()
    expect(page).toContain('Only &lt;words&gt;')
    expect(page).not.toContain('<iframe')
  })
})
