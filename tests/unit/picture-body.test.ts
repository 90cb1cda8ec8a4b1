import { expect, test } from 'vitest'
import {
  BYTES_A_PART,
  MOST_PARTS,
  PART_MS,
  readPictureBody as readBody,
  skipPictureBody,
} from '#api/platform/pictures/body.ts'
import { createRooms, MAX_BYTES_IN_HAND, MAX_PICTURES_AT_WORK } from '#api/platform/pictures/room.ts'
import { UPLOAD_MS } from '#api/platform/storage/deletion-queries.ts'
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

const readPictureBody = (request: Request, timers: Pick<ReturnType<typeof manualTimers>, 'startTimer'>) =>
  readBody(request, timers, createRooms(() => 0)())

test('reads a body that comes in parts', async () => {
  const body = streamOf(Uint8Array.of(1, 2), Uint8Array.of(3))
  expect(await readPictureBody(requestOf(body), manualTimers())).toEqual(Uint8Array.of(1, 2, 3))
})

test('stops at 10 MB whatever length is claimed', async () => {
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

test('lets a picture pass that is refused unread, as long as it keeps coming', async () => {
  let read = 0
  const counted = new ReadableStream<Uint8Array>({
    pull(controller) {
      read += 1
      if (read > 5) controller.close()
      else controller.enqueue(new Uint8Array(65_536))
    },
  })
  await skipPictureBody(requestOf(counted), manualTimers())
  expect(read).toBe(6)
  const timers = manualTimers()
  const hanging = skipPictureBody(requestOf(new ReadableStream<Uint8Array>({ start() {} })), timers)
  timers.elapse(PART_MS)
  await hanging
  await skipPictureBody(
    requestOf(new ReadableStream({ pull: () => Promise.reject(new Error('cut')) })),
    timers,
  )
  const huge = requestOf(streamOf(Uint8Array.of(1)), { 'content-length': '104857600' })
  await skipPictureBody(huge, timers)
  expect(huge.bodyUsed).toBe(false)
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

/** A body that comes as a test sends it. */
function slowBody() {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  const stream = new ReadableStream<Uint8Array>({
    start(given) {
      controller = given
    },
  })
  const timers = manualTimers()
  return {
    read: readPictureBody(requestOf(stream), timers),
    send: (bytes: number) => controller?.enqueue(new Uint8Array(bytes)),
    close: () => controller?.close(),
    pass: async () => {
      // Bytes that were sent are read before the time is over.
      await new Promise((turn) => setImmediate(turn))
      timers.elapse(PART_MS)
      await new Promise((turn) => setImmediate(turn))
    },
  }
}

test('gives up on a body that stops coming, or comes too slowly', async () => {
  for (const parts of [[0], [10], [3 * BYTES_A_PART, 10]]) {
    const slow = slowBody()
    const refused = expect(slow.read).rejects.toMatchObject({ code: 'too_slow' })
    for (const bytes of parts) {
      if (bytes > 0) slow.send(bytes)
      await slow.pass()
    }
    await refused
  }
})

test('takes a body that comes slowly, as long as it keeps coming, for four minutes', async () => {
  const slow = slowBody()
  for (let part = 1; part < MOST_PARTS; part += 1) {
    slow.send(BYTES_A_PART)
    await slow.pass()
  }
  slow.close()
  expect((await slow.read).length).toBe((MOST_PARTS - 1) * BYTES_A_PART)
  const endless = slowBody()
  const refused = expect(endless.read).rejects.toMatchObject({ code: 'too_slow' })
  for (let part = 1; part <= MOST_PARTS; part += 1) {
    endless.send(BYTES_A_PART)
    await endless.pass()
  }
  await refused
})

test('makes no more pictures at once than it may, and counts none for longer than its time', () => {
  let now = 0
  const takeRoom = createRooms(() => now)
  const busy = expect.objectContaining({ code: 'busy', retryAfterSeconds: 5 })
  const startWork = () => {
    const room = takeRoom()
    room.startWork()
    return room
  }
  // One whose body is still coming keeps nobody out.
  const coming = takeRoom()
  const [first] = Array.from({ length: MAX_PICTURES_AT_WORK }, startWork)
  expect(takeRoom).toThrow(busy)
  expect(coming.startWork).toThrow(busy)
  first?.giveBack()
  first?.giveBack()
  coming.startWork()
  expect(takeRoom).toThrow(busy)
  now = UPLOAD_MS
  for (let taken = 0; taken < MAX_PICTURES_AT_WORK; taken += 1) startWork()
  expect(takeRoom).toThrow(busy)
})

test('takes no more bytes than fit; a picture that comes slowly takes what has come', () => {
  const takeRoom = createRooms(() => 0)
  const [one, two] = [takeRoom(), takeRoom()]
  one.grow(10)
  two.grow(MAX_BYTES_IN_HAND - 20)
  expect(() => one.grow(11)).toThrow(expect.objectContaining({ code: 'busy' }))
  one.grow(10)
  two.giveBack()
  one.grow(1000)
})
