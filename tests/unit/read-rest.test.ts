import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { readRest } from '#src/read-rest.ts'

const MOST = 1_000

/** A request whose body comes in pieces of 100 bytes. `pieces`: null for one that never ends, and then no more come after `stopsAfter`. */
function requestOf(pieces: number | null, { headers = {}, stopsAfter = Number.POSITIVE_INFINITY } = {}) {
  const came = { pieces: 0, isOver: false }
  const body = new ReadableStream<Uint8Array>(
    {
      pull: (controller) => {
        if (came.pieces === pieces) {
          came.isOver = true
          return controller.close()
        }
        if (came.pieces >= stopsAfter) return new Promise<void>(() => undefined)
        came.pieces++
        controller.enqueue(new Uint8Array(100))
        return undefined
      },
      cancel: () => {
        came.isOver = true
      },
    },
    { highWaterMark: 0 },
  )
  const init = { method: 'POST', body, headers, duplex: 'half' }
  return { request: new Request('http://shop.test', init), came }
}

describe('the rest of a body', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  test('is read to its end', async () => {
    const { request, came } = requestOf(5)
    await readRest(request, MOST)
    expect(came).toEqual({ pieces: 5, isOver: true })
    expect(vi.getTimerCount()).toBe(0)
  })

  test('is read to the limit, and ended, when it is endless', async () => {
    const { request, came } = requestOf(null)
    await readRest(request, MOST)
    expect(came).toEqual({ pieces: 10, isOver: true })
  })

  test('is ended when it does not come within a second', async () => {
    const { request, came } = requestOf(null, { stopsAfter: 3 })
    const read = readRest(request, MOST)
    await vi.advanceTimersByTimeAsync(999)
    expect(came.isOver).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    await read
    expect(came).toEqual({ pieces: 3, isOver: true })
  })

  test('is left alone when it is too long, or was read', async () => {
    const long = requestOf(5, { headers: { 'content-length': '1001' } })
    await readRest(long.request, MOST)
    expect(long.came.pieces).toBe(0)
    const { request, came } = requestOf(5)
    await request.text()
    await readRest(request, MOST)
    expect(came.pieces).toBe(5)
    await readRest(new Request('http://shop.test'), MOST)
  })
})
