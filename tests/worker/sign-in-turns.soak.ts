import { afterAll, beforeAll, expect, test } from 'vitest'
import { reservePorts } from '#local/ports.ts'
import { type OwnShop, openShop } from '#tests/support/own-shop.ts'

// Passwords are hashed on the thread that answers everybody else. Strangers who have theirs hashed without end take
// nothing from a browser in which the owner has signed in before.

const OWNER = { email: 'owner@example.com', password: 'nine-yellow-tulips' }
const OWNER_ADDRESS = '198.51.100.1'
const SIGN_INS = 14
/** The number of strangers, more than may wait for their turn on any machine. */
const STRANGERS_AT_ONCE = 60
const STRANGERS_EVERY_MS = 250

let shop: OwnShop
beforeAll(async () => {
  const settings = {
    ADMIN_EMAIL: OWNER.email,
    ADMIN_PASSWORD: OWNER.password,
    // The limit is that of a deployed shop: `npm start` lets everybody try as often as they like.
    SIGN_INS_PER_MINUTE: '20',
  }
  shop = await openShop((await reservePorts()).shop, settings)
})
afterAll(() => shop.close())

async function signIn(credentials: object, address: string, cookie = '') {
  const headers = {
    'content-type': 'application/json',
    origin: shop.url,
    'cf-connecting-ip': address,
    cookie,
  }
  const body = JSON.stringify(credentials)
  const answer = await fetch(`${shop.url}/api/auth/sign-in`, { method: 'POST', headers, body })
  const cookies = answer.headers.getSetCookie().map((line) => line.split(';', 1)[0] ?? '')
  const { error } = (await answer.json()) as { error?: { code: string } }
  return {
    outcome: error?.code ?? answer.status,
    device: cookies.find((each) => each.startsWith('__Host-device=')) ?? '',
  }
}

/** Signs in as somebody else from another network: many at once, then one every so often. */
function startStrangers() {
  const outcomes: Promise<string | number>[] = []
  const add = () => {
    const n = outcomes.length
    const credentials = { email: `made-up-${n}@example.com`, password: 'not a kettle at all' }
    const address = `203.0.${113 + Math.floor(n / 250)}.${n % 250}`
    outcomes.push(signIn(credentials, address).then(({ outcome }) => outcome))
  }
  for (let n = 0; n < STRANGERS_AT_ONCE; n++) add()
  const timer = setInterval(add, STRANGERS_EVERY_MS)
  return {
    stop: () => {
      clearInterval(timer)
      return Promise.all(outcomes)
    },
  }
}

test(`an owner with a known browser signs in ${SIGN_INS} times of ${SIGN_INS} while strangers try without end`, async () => {
  const { device } = await signIn(OWNER, OWNER_ADDRESS)
  expect(device).not.toBe('')
  const strangers = startStrangers()
  const outcomes: (string | number)[] = []
  for (let n = 0; n < SIGN_INS; n++) outcomes.push((await signIn(OWNER, OWNER_ADDRESS, device)).outcome)
  expect(outcomes).toEqual(outcomes.map(() => 200))
  // Some were hashed and some were refused: their turns were full.
  expect(new Set(await strangers.stop())).toEqual(new Set(['wrong_credentials', 'busy']))
})
