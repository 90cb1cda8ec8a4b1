import { expect, inject, test } from 'vitest'
import { portsFrom } from '#local/ports.ts'
import type { StoredEvent } from '#local/texts/phones.ts'
import type { Text } from '#local/texts/text.ts'

// Node checks the signatures of the other tests; the Worker's runtime has an Ed25519 of its own.

const { shop, texts } = portsFrom(String(inject('port')))
const headers = { 'content-type': 'application/json' }
const local = async (path: string) => (await fetch(`http://127.0.0.1:${texts}/_local/${path}`)).json()

/** Texts the shop, and waits until it has taken that. @returns the event that it was sent */
async function text(from: string, words: string): Promise<StoredEvent> {
  const body = JSON.stringify({ from, text: words })
  const answer = await fetch(`http://127.0.0.1:${texts}/_local/inbound`, { method: 'POST', headers, body })
  const { id } = (await answer.json()) as Text
  const event = async () => ((await local('events')) as StoredEvent[]).find(({ text_id }) => text_id === id)
  await expect.poll(async () => (await event())?.result).toBe('ok')
  const taken = await event()
  if (!taken) throw new Error('There is no such event')
  return taken
}

test('the Worker takes what the text provider signed, and nothing else', async () => {
  const { body } = await text('+12125550177', 'STOP 🌷')
  const forged = await fetch(`http://localhost:${shop}/api/webhooks/telnyx`, {
    method: 'POST',
    headers: {
      ...headers,
      'telnyx-timestamp': String(Math.floor(Date.now() / 1000)),
      'telnyx-signature-ed25519': Buffer.alloc(64, 1).toString('base64'),
    },
    body,
  })
  expect([forged.status, await forged.json()]).toEqual([
    400,
    { error: expect.objectContaining({ code: 'bad_signature' }) },
  ])
})

test('whoever texts HELP gets one answer, at once', async () => {
  await text('+12125550178', 'Help!')
  const answers = async () =>
    ((await local('texts')) as Text[]).filter(
      ({ phone, direction }) => phone === '+12125550178' && direction === 'outbound',
    )
  await expect
    .poll(async () => (await answers()).map(({ text }) => text))
    .toEqual([expect.stringContaining('Reply STOP')])
})
