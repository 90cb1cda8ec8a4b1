import { expect, test } from 'vitest'
import { AppError } from '#api/errors.ts'
import { BODY_MS, readPictureBody } from '#api/platform/pictures/body.ts'
import { createPicturePlaces, MAX_PICTURES, PLACE_MS } from '#api/platform/pictures/places.ts'
import { PICTURE_MAX_BYTES } from '#domain/pictures.ts'
import { manualTimers } from '#tests/support/manual-timers.ts'

type Body = ConstructorParameters<typeof Request>[1] & { duplex: 'half' }

const requestOf = (body: ReadableStream<Uint8Array>, headers: Record<string, string> = {}) =>
  new Request('http://shop.example', { method: 'POST', body, headers, duplex: 'half' } as Body)
const streamOf = (...chunks: Uint8Array[]) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk)
      controller.close()
    },
  })

test('reads a body that comes in parts', async () => {
  const body = streamOf(Uint8Array.of(1, 2), Uint8Array.of(3))
  expect(await readPictureBody(requestOf(body), manualTimers())).toEqual(Uint8Array.of(1, 2, 3))
})

test('stops at 2 MB whatever length is claimed', async () => {
  let sent = 0
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      sent += 65_536
      controller.enqueue(new Uint8Array(65_536))
    },
  })
  await expect(readPictureBody(requestOf(endless), manualTimers())).rejects.toMatchObject({
    code: 'too_large',
  })
  expect(sent).toBeLessThan(PICTURE_MAX_BYTES + 4 * 65_536)
})

test('reads nothing of a body that claims 100 MB', async () => {
  const request = requestOf(streamOf(Uint8Array.of(1)), { 'content-length': '104857600' })
  await expect(readPictureBody(request, manualTimers())).rejects.toMatchObject({ code: 'too_large' })
  expect(request.bodyUsed).toBe(false)
})

test('refuses a body of another length than it claims, an empty one and none', async () => {
  const short = requestOf(streamOf(Uint8Array.of(1)), { 'content-length': '2' })
  await expect(readPictureBody(short, manualTimers())).rejects.toMatchObject({ code: 'damaged' })
  const empty = requestOf(streamOf())
  await expect(readPictureBody(empty, manualTimers())).rejects.toMatchObject({ code: 'not_a_picture' })
  const none = new Request('http://shop.example', { method: 'POST' })
  await expect(readPictureBody(none, manualTimers())).rejects.toMatchObject({ code: 'not_a_picture' })
})

test('refuses a body whose connection is cut', async () => {
  const cut = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(Uint8Array.of(1))
      controller.error(new Error('The connection was reset'))
    },
  })
  await expect(readPictureBody(requestOf(cut), manualTimers())).rejects.toMatchObject({ code: 'damaged' })
})

test('gives up on a body that does not arrive', async () => {
  const timers = manualTimers()
  const hanging = new ReadableStream<Uint8Array>({ start() {} })
  const read = readPictureBody(requestOf(hanging), timers)
  timers.elapse(BODY_MS)
  await expect(read).rejects.toMatchObject({ code: 'too_slow' })
})

test('takes no more pictures than fit, and counts none for longer than its time', () => {
  let now = 0
  const takePlace = createPicturePlaces(() => now)
  const givers = Array.from({ length: MAX_PICTURES }, takePlace)
  expect(takePlace).toThrow(AppError)
  expect(takePlace).toThrow(expect.objectContaining({ code: 'busy', retryAfterSeconds: 5 }))
  givers[0]?.()
  givers[0]?.()
  takePlace()
  expect(takePlace).toThrow(AppError)
  now = PLACE_MS
  for (let taken = 0; taken < MAX_PICTURES; taken += 1) takePlace()
  expect(takePlace).toThrow(AppError)
})
