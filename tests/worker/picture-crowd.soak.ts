import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { checkoutRequest } from '#tests/support/checkout-request.ts'
import { acceptedOrder } from './florist.ts'
import { sharedShop } from './visitor.ts'

// A crowd of photographs in real time, sent as the florist's page sends them, while people buy.

const FLORISTS = 100
const PICTURES_EACH = 2
const BUYERS = 60
const BUYER_EVERY_MS = 300
const PURCHASE_MS = 3_000
/** The pauses of src/lib/until-stored.ts, without luck. */
const BUSY_PAUSES_MS = [5_000, 10_000, 15_000, 25_000]
const SPREAD = 0.4

const shop = sharedShop()
afterAll(() => shop.client.close())

const problems = async () =>
  (await shop.client.execute('select coalesce(sum(times), 0) as n from problems')).rows[0]?.['n']

/** A phone's picture: 1600 × 1200 pixels, half a megabyte. */
const photo = (seed: number) => {
  const [width, height] = [200, 150]
  const noise = Uint8Array.from({ length: width * height * 3 }, (_, at) => ((at * (seed + 7919)) >> 3) % 256)
  return sharp(noise, { raw: { width, height, channels: 3 } })
    .resize(1600, 1200)
    .jpeg({ quality: 85 })
    .toBuffer()
}

async function upload(
  token: string,
  { key, share }: { key: string; share: number },
  bytes: Uint8Array,
  statuses: number[],
) {
  for (let tries = 0; ; tries += 1) {
    const response = await fetch(`${shop.url}/api/florist/photos?step=bouquet&key=${key}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'image/jpeg' },
      body: bytes.slice(),
    })
    const answer = (await response.json()) as { error?: { code: string } }
    statuses.push(response.status)
    if (answer.error?.code !== 'busy') return answer.error?.code ?? 'stored'
    await sleep((BUSY_PAUSES_MS[tries] ?? 25_000) * (1 - SPREAD * share))
  }
}

/** @returns how long each call took, in milliseconds */
async function buy(email: string, statuses: number[]): Promise<number[]> {
  const took: number[] = []
  const post = async (url: string, body: object) => {
    const started = performance.now()
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: shop.url },
      body: JSON.stringify(body),
    })
    const answer = (await response.json()) as { sessionId?: string }
    took.push(performance.now() - started)
    statuses.push(response.status)
    return answer
  }
  const form = checkoutRequest({ customerInfo: { email }, deliveryDetails: { option: 'tomorrow' } })
  const { sessionId = '' } = await post(`${shop.url}/api/create-checkout-session`, form)
  await shop.pay(sessionId)
  await post(`${shop.url}/api/get-order-details`, { sessionId })
  return took
}

test(`${FLORISTS * PICTURES_EACH} photos at once while ${BUYERS} people buy: everybody is answered in time`, async () => {
  const florists = await Promise.all(Array.from({ length: FLORISTS }, () => acceptedOrder(shop.client)))
  const pictures = await Promise.all(Array.from({ length: PICTURES_EACH }, (_, n) => photo(n)))
  const [uploadStatuses, buyStatuses]: [number[], number[]] = [[], []]
  const before = await problems()
  const started = performance.now()
  const uploads = florists.flatMap(({ token }, of) =>
    pictures.map((bytes, n) =>
      upload(token, { key: `crowd-${n}`, share: of / FLORISTS }, bytes, uploadStatuses),
    ),
  )
  const purchases = Array.from({ length: BUYERS }, async (_, n) => {
    await sleep(n * BUYER_EVERY_MS)
    return buy(`picture-crowd-${n}@example.com`, buyStatuses)
  })
  const took = (await Promise.all(purchases)).flat().sort((one, other) => one - other)
  const stored = await Promise.all(uploads)
  const at = (share: number) => Math.round(took[Math.floor(took.length * share)] ?? 0)
  const figures = {
    pictureBytes: pictures.map(({ length }) => length),
    uploadsMs: Math.round(performance.now() - started),
    uploads: Object.groupBy(uploadStatuses, String),
    purchaseMs: { median: at(0.5), nineteenOfTwenty: at(0.95), worst: Math.round(took.at(-1) ?? 0) },
  }
  console.info(
    JSON.stringify(figures, (_, value: unknown) =>
      Array.isArray(value) && value.length > 2 ? value.length : value,
    ),
  )
  expect([...new Set(stored)]).toEqual(['stored'])
  expect(uploadStatuses.filter((status) => status !== 200 && status !== 503)).toEqual([])
  expect([...new Set(buyStatuses)]).toEqual([200])
  expect(took.at(-1)).toBeLessThanOrEqual(PURCHASE_MS)
  expect(await problems()).toBe(before)
  // Tries that were told to wait leave their claims for half an hour; no stored photo has one.
  const { rows } = await shop.client.execute(
    `select count(*) as n from order_photos p
      join objects_to_delete o on o.key = 'photos/' || p.shop_order_id || '/' || p.object`,
  )
  expect(rows[0]?.['n']).toBe(0)
})
