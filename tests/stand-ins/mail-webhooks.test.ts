import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { isSigned } from '#api/platform/mail/resend.ts'
import { listen } from '#local/http.ts'
import { eventsFor } from '#local/mail/events.ts'
import { EMAIL, post } from './mail-support.ts'

const SECRET = 'whsec_c2VjcmV0LW9mLXRoZS10ZXN0cw=='
type Received = { headers: Headers; body: string; event: { type: string; data: Record<string, unknown> } }

/** A receiver of webhooks that answers each with the next of `answers`, 200 when there are no more. */
async function receiver(...answers: number[]) {
  const received: Received[] = []
  const server = await listen(
    async (request) => {
      const body = await request.text()
      received.push({ headers: request.headers, body, event: JSON.parse(body) })
      return new Response('', { status: answers.shift() ?? 200 })
    },
    { host: '127.0.0.1', port: 0 },
  )
  onTestFinished(() => server.close())
  return { url: server.url, received, types: () => received.map(({ event }) => event.type) }
}

async function startWith(url: string) {
  const folder = await mkdtemp(join(tmpdir(), 'mail-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const webhook = { url, secret: SECRET, retryDelaysMs: [10, 10] }
  return post({ file: join(folder, 'mail.db'), host: '127.0.0.1', port: 0, apiKey: 're_test', webhook })
}

test('a message that was taken is reported as delivered, signed, with its tags', async () => {
  const shop = await receiver()
  const { send } = await startWith(shop.url)
  const { id } = (await (await send({ ...EMAIL, tags: [{ name: 'message_id', value: 'ours' }] })).json()) as {
    id: string
  }
  await expect.poll(shop.types).toEqual(['email.delivered'])
  const [first] = shop.received
  expect(first?.event.data).toMatchObject({
    email_id: id,
    from: EMAIL.from,
    to: [EMAIL.to],
    subject: EMAIL.subject,
    tags: { message_id: 'ours' },
  })
  const header = (name: string) => first?.headers.get(name) ?? undefined
  expect(await isSigned(first?.body ?? '', header, SECRET, new Date())).toBe(true)
})

test.each([
  ['bounced@resend.dev', ['email.bounced']],
  ['bounced+one@resend.dev', ['email.bounced']],
  ['Bounced@somewhere.example', ['email.bounced']],
  ['Sam <bounced@somewhere.example>', ['email.bounced']],
  ['complained+two@resend.dev', ['email.delivered', 'email.complained']],
  ['suppressed@resend.dev', ['email.suppressed']],
  ['delayed@florist.example', ['email.delivery_delayed']],
  ['failed@florist.example', ['email.failed']],
  ['delivered+x@resend.dev', ['email.delivered']],
  ['bounced.sam@example.com', ['email.delivered']],
])('a message to %s brings %j', (to, types) => {
  expect(eventsFor({ to: [to] })).toEqual(types)
})

test('an event that is refused is sent again under the same id, until it is taken', async () => {
  const shop = await receiver(500, 401)
  const { send } = await startWith(shop.url)
  await send(EMAIL)
  await expect.poll(() => shop.received.length).toBe(3)
  expect(new Set(shop.received.map(({ headers }) => headers.get('svix-id'))).size).toBe(1)
})

test('what a person makes of a message is reported, too', async () => {
  const shop = await receiver()
  const { send, mail } = await startWith(shop.url)
  const { id } = (await (await send(EMAIL)).json()) as { id: string }
  const form = new URLSearchParams({ type: 'email.complained' })
  const answer = await fetch(`${mail.url}/_local/messages/${id}/events`, {
    method: 'POST',
    body: form,
    redirect: 'manual',
  })
  expect(answer.status).toBe(303)
  await expect.poll(shop.types).toEqual(['email.delivered', 'email.complained'])
  await expect
    .poll(async () => (await fetch(`${mail.url}/messages/${id}`)).text())
    .toContain('Marked as spam <span class="muted">sent to the shop')
  const foreign = await fetch(`${mail.url}/_local/messages/nothing/events`, { method: 'POST', body: form })
  expect(foreign.status).toBe(404)
})

test('a limited caller is told when to come back', async () => {
  const { send, mail } = await startWith('http://127.0.0.1:9/nobody')
  const limit = (ms?: number) => mail.setFault({ kind: 'rate-limit', times: 1, ms })
  limit()
  expect((await send(EMAIL)).headers.get('retry-after')).toBe('1')
  limit(90_000)
  const answer = await send(EMAIL)
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '90'])
})
