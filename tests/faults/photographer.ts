import { PHOTO_STEPS, PHOTOS_A_STEP } from '#domain/photos.ts'
import { photoOf } from '#tests/support/photo.ts'
import { pick } from '#tests/support/prng.ts'
import type { Answer, Simulation } from './simulation.ts'

/** An upload that was answered with success. */
export type StoredUpload = { key: string; token: string }

type Photo = { id: string }

/** Made before the clock is simulated: encoding takes real time. */
const PICTURES = await Promise.all(
  ['#b3273f', '#2f5d4a', '#f3c969', '#f6dde0', '#7f1730', '#ffffff'].map(photoOf),
)

/** A florist who takes photographs for any link that was mailed, sends them twice or again, and deletes some. */
export async function photographer(
  simulation: Simulation,
  stored: StoredUpload[],
  steps: number,
): Promise<void> {
  const { scheduler, mailbox } = simulation
  const { rng } = scheduler
  for (let left = steps; left > 0; left--) {
    await scheduler.pause()
    const tokens = mailbox
      .list(1000)
      .flatMap(({ text }) => /\/florist\?token=(\S+)/.exec(text ?? '')?.[1] ?? [])
    if (tokens.length === 0) continue
    const token = pick(rng, tokens.slice(0, 3))
    const [key, step, picture] = [
      `upload-${stored.length}-${left}`,
      pick(rng, PHOTO_STEPS),
      pick(rng, PICTURES),
    ]
    const send = () => simulation.upload('a florist sends a photo', token, { key, step }, picture)
    const first = rng() < 0.25 ? await Promise.all([send(), send()]) : [await send()]
    const isRepeated = first.some(({ status }) => status >= 500) && rng() < 0.7
    const answers: Answer[] = isRepeated ? [...first, await send()] : first
    const last = answers.find(({ status }) => status === 200)
    if (!last) continue
    stored.push({ key, token })
    const photos = last.body['photos'] as readonly Photo[]
    if (photos.length > 0 && rng() < 0.2) {
      const { id: photoId } = pick(rng, photos)
      await simulation.post('a florist deletes a photo', '/florist/photos/delete', { token, photoId })
    }
  }
}

/** Photographs and the bucket, once all faults have ended. @returns a line for each difference */
export async function auditPhotos(
  simulation: Simulation,
  stored: readonly StoredUpload[],
): Promise<string[]> {
  const rows =
    await simulation.rows(`select 'photos/' || shop_order_id || '/' || object || '.jpg' as key, upload_key,
    shop_order_id || ' ' || step as step, deleted_at from order_photos`)
  const expected = await simulation.rows('select key from objects_to_delete')
  const live = rows.filter((row) => row['deleted_at'] === null)
  const keys = new Set(live.map((row) => String(row['key'])))
  const going = new Set(expected.map((row) => String(row['key'])))
  const steps = Map.groupBy(live, (row) => String(row['step']))
  const uploads = Map.groupBy(rows, (row) => String(row['upload_key']))
  return [
    ...[...keys]
      .filter((key) => !simulation.objects.has(key))
      .map((key) => `a photo without a picture: ${key}`),
    ...[...simulation.objects.keys()]
      .map((key) => key.replace('-480.webp', '.jpg'))
      .filter((key) => !keys.has(key) && !going.has(key))
      .map((key) => `a picture that nobody deletes: ${key}`),
    ...[...steps]
      .filter(([, photos]) => photos.length > PHOTOS_A_STEP)
      .map(([step]) => `more photos than a step may have: ${step}`),
    ...[...uploads].filter(([, photos]) => photos.length > 1).map(([key]) => `two photos of ${key}`),
    // The same picture twice is one photograph, of the first of its uploads.
    ...(stored.length > 0 && rows.length === 0 ? ['a photo that was answered with success is gone'] : []),
  ]
}
