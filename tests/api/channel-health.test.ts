import { beforeEach, describe, expect, test } from 'vitest'
import type { Health } from '#api/health/service.ts'
import type { PushErrorKind } from '#api/platform/push/push.ts'
import { TextError, type TextErrorKind } from '#api/platform/texts/texts.ts'
import type { Dashboard } from '#src/admin/dashboard/queries.ts'
import { openRingingFlorists, type RingingFlorists } from '#tests/support/ringing-florists.ts'
import { shareTestShop } from '#tests/support/shared-shop.ts'
import { HEALTH_TOKEN } from '#tests/support/shop.ts'

// A channel whose messages fail needs somebody; a phone or number that cannot be rung does not.

const shop = await shareTestShop()
let florists: RingingFlorists

const PUSH = 'Rings of florists’ phones fail.'
const TEXTS = 'Text messages fail.'
const UNREPORTED = 'No report about a text for an hour'

beforeEach(async () => {
  florists = await openRingingFlorists(shop)
  await shop.scheduled()
})

async function reasons(): Promise<string[]> {
  const { body } = await shop.get('/health', { authorization: `Bearer ${HEALTH_TOKEN}` })
  const { reasons } = body as Health
  return reasons.filter((reason) => [PUSH, TEXTS, UNREPORTED].includes(reason))
}

const pushFails = (kind: PushErrorKind | null) => shop.push.failWith(kind && { kind })
const textsFail = (kind: TextErrorKind | null) => {
  florists.texts.fails = kind && new TextError(`The text provider failed on purpose: ${kind}`, kind)
}
async function askNew(...phones: string[]) {
  const { florist } = await florists.shopWith(...phones)
  await florists.ask(florist.id)
}

describe('rings fail', () => {
  test('within two minutes of an outage of the push service, until one rings', async () => {
    pushFails('unavailable')
    await askNew('Counter')
    expect(await reasons()).toEqual([])
    await florists.later(60)
    await florists.later(60)
    expect(await reasons()).toEqual([PUSH])
    const { body } = await florists.fixture.admin.get('/admin/dashboard')
    expect((body as unknown as Dashboard).healthReasons).toContain('push_fails')
    pushFails(null)
    await florists.later(60)
    expect(await reasons()).toEqual([])
  })

  test('until an hour after the last try', async () => {
    pushFails('unavailable')
    textsFail('rejected')
    await askNew('Counter')
    for (let minute = 0; minute < 5; minute++) await florists.later(60)
    await florists.later(58 * 60)
    expect(await reasons()).toEqual([PUSH])
    await florists.later(2 * 60)
    expect(await reasons()).toEqual([])
    // One more failure is the first one again.
    await askNew('Van')
    expect(await reasons()).toEqual([])
  })

  test.each<PushErrorKind>(['gone', 'rejected'])('not while a phone is %s', async (kind) => {
    pushFails(kind)
    for (const phone of ['Counter', 'Van', 'Anna']) {
      await askNew(phone)
      await florists.later(120)
    }
    expect(await reasons()).toEqual([])
  })

  test('not in a shop without keys for pushes, even if they failed before', async () => {
    pushFails('unavailable')
    await askNew('Counter')
    for (let minute = 0; minute < 3; minute++) await florists.later(60)
    expect(await reasons()).toEqual([PUSH])
    shop.deps.push = null
    expect(await reasons()).toEqual([])
  })
})

describe('texts fail', () => {
  test('once two in a row did not go, until one goes', async () => {
    textsFail('configuration')
    await askNew()
    await florists.later(120)
    expect(await reasons()).toEqual([])
    await askNew()
    expect(await reasons()).toEqual([TEXTS])
    textsFail(null)
    await askNew()
    expect(await reasons()).toEqual([])
  })

  test.each<TextErrorKind>(['stopped', 'rejected'])('not while numbers are %s', async (kind) => {
    textsFail(kind)
    for (let n = 0; n < 3; n++) {
      await askNew()
      await florists.later(120)
    }
    expect(await reasons()).toEqual([])
  })

  const report = (status: string, id: string) => ({
    data: {
      id: `${status}-${id}`,
      event_type: 'message.finalized',
      occurred_at: shop.clock.at.toISOString(),
      payload: { id, to: [{ status }], errors: [] },
    },
  })
  const reported = async (status: string, id: string) => {
    expect((await shop.deliverTextEvent(report(status, id))).status).toBe(200)
    await shop.settled()
  }

  test('once those of two numbers did not arrive, until one does', async () => {
    await askNew()
    await askNew()
    await askNew()
    await reported('delivery_failed', 'text-1')
    expect(await reasons()).toEqual([])
    await reported('delivery_failed', 'text-2')
    expect(await reasons()).toEqual([TEXTS])
    await reported('delivered', 'text-3')
    expect(await reasons()).toEqual([])
  })

  test('until an hour after they were sent', async () => {
    await askNew()
    await askNew()
    await reported('delivery_failed', 'text-1')
    await reported('delivery_failed', 'text-2')
    await florists.later(59 * 60)
    expect(await reasons()).toEqual([TEXTS])
    await florists.later(60)
    expect(await reasons()).toEqual([])
  })

  test('unreported: for an hour no event has come of what went; any event ends it', async () => {
    await askNew()
    await florists.later(59 * 60)
    expect(await reasons()).toEqual([])
    await florists.later(60)
    expect(await reasons()).toEqual([UNREPORTED])
    await reported('delivered', 'text-1')
    expect(await reasons()).toEqual([])
  })

  test('not in a shop without texts, whatever was before', async () => {
    await askNew()
    textsFail('configuration')
    await askNew()
    await florists.later(120)
    await askNew()
    await florists.later(57 * 60)
    await florists.later(60)
    expect(await reasons()).toEqual([TEXTS, UNREPORTED])
    shop.deps.texts = null
    expect(await reasons()).toEqual([])
    const { body } = await florists.fixture.admin.get('/admin/dashboard')
    expect((body as unknown as Dashboard).healthReasons).not.toContain('texts_unreported')
  })
})
