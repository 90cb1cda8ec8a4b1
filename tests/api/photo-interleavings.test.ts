import { AsyncLocalStorage } from 'node:async_hooks'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { deleteDueObjects } from '#api/platform/storage/deletions.ts'
import type { PhotoStep } from '#domain/photos.ts'
import { openFloristFixture } from '#tests/support/florist-fixture.ts'
import { photoOf } from '#tests/support/photo.ts'
import { createRng, pick } from '#tests/support/prng.ts'
import { shareTestShop } from '#tests/support/shared-shop.ts'
import { AGAIN, IS_SOAK, SEED } from '#tests/support/soak.ts'

// Uploads of one picture, deletions of it and the job, their calls of the database and of the bucket in an order that is drawn.

const RUNS = IS_SOAK ? 1_000 : 24

const shop = await shareTestShop()
const PICTURE = await photoOf('#b3273f')

type Answer = { photos: { id: string; step: PhotoStep }[] }

async function upload(token: string, step: PhotoStep, key: string): Promise<Answer> {
  const response = await shop.app.request(`/api/florist/photos?step=${step}&key=${key}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'image/jpeg' },
    body: PICTURE,
  })
  return (await response.json()) as Answer
}

/** Runs the actors until all of them have ended; each call waits until it is drawn. */
async function interleave(
  rng: () => number,
  actors: Readonly<Record<string, () => Promise<unknown>>>,
): Promise<void> {
  const { client, deps } = shop
  const { storage } = deps
  const { put, delete: remove } = storage
  const batch = client.batch.bind(client)
  const current = new AsyncLocalStorage<string>()
  const running = new Set(Object.keys(actors))
  let waiting: { actor: string; go: () => void }[] = []
  const whenDrawn = async () => {
    const actor = current.getStore()
    if (actor) await new Promise<void>((go) => waiting.push({ actor, go }))
  }
  const isBusy = () => [...running].some((actor) => waiting.every((each) => each.actor !== actor))
  Object.assign(storage, {
    put: (...args: Parameters<typeof put>) => whenDrawn().then(() => put(...args)),
    delete: (...args: Parameters<typeof remove>) => whenDrawn().then(() => remove(...args)),
  })
  client.batch = (...args) => whenDrawn().then(() => batch(...args))
  try {
    const all = Object.entries(actors).map(([name, act]) =>
      current.run(name, act).finally(() => running.delete(name)),
    )
    // Work that an actor left for after its answer is drawn, too.
    while (running.size > 0 || waiting.length > 0) {
      while (isBusy()) await turn()
      if (waiting.length === 0) continue
      const next = pick(rng, waiting)
      waiting = waiting.filter((each) => each !== next)
      next.go()
      for (let turns = 0; turns < 5; turns += 1) await turn()
    }
    await Promise.all(all)
    await shop.settled()
  } finally {
    Object.assign(storage, { put, delete: remove })
    client.batch = batch
  }
}

/** The keys of the photographs that are not deleted, and of the objects that are stored. */
async function storedKeys(shopOrderId: string) {
  const { rows } = await shop.client.execute({
    sql: `select 'photos/' || shop_order_id || '/' || object || '.jpg' as key
      from order_photos where shop_order_id = ? and deleted_at is null`,
    args: [shopOrderId],
  })
  return { rows: new Set(rows.map(({ key }) => String(key))), objects: new Set(shop.objects.keys()) }
}

test(`has a picture behind each photo, however uploads, deletions and the job meet (${RUNS} orders of calls)`, async () => {
  const fixture = await openFloristFixture(shop)
  const accepted = async () => {
    const asked = await fixture.asked()
    await shop.post('/florist/answer', { token: asked.token, answer: 'accept' })
    return asked
  }
  let { id, token } = await accepted()
  let stored = 0
  for (let number = 0; number < RUNS; number += 1) {
    // An hour passes with each order of calls, and links end after a week.
    if (number % 100 === 99) ({ id, token } = await accepted())
    const rng = createRng(`${SEED} photos ${number}`)
    const first = await upload(token, 'bouquet', `first-${number}`)
    await interleave(rng, {
      again: () => upload(token, 'door', `again-${number}`),
      twice: () => upload(token, 'bouquet', `twice-${number}`),
      remove: () => shop.post('/florist/photos/delete', { token, photoId: first.photos[0]?.id ?? '' }),
      job: () => deleteDueObjects(shop.deps),
    })
    const { rows, objects } = await storedKeys(id)
    expect(
      [...rows].filter((key) => !objects.has(key)),
      `${AGAIN}, order ${number}`,
    ).toEqual([])
    stored += rows.size
    // Everything goes in the end, and nothing stays behind.
    const { photos } = (await shop.post('/florist/order', { token })).body as Answer
    for (const { id: photoId } of photos) await shop.post('/florist/photos/delete', { token, photoId })
    await shop.settled()
    shop.pass(61)
    await deleteDueObjects(shop.deps)
    expect([...shop.objects.keys()], `${AGAIN}, order ${number}`).toEqual([])
  }
  expect(stored).toBeGreaterThanOrEqual(RUNS)
})
