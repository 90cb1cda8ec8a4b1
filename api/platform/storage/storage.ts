import { inTime } from '#api/platform/timer.ts'

export type StoredObject = {
  body: ReadableStream<Uint8Array>
  contentType: string
  bytes: number
}

/** The storage did not answer. Whatever was asked may have happened or not: all of it can be repeated. */
export class StorageError extends Error {
  override name = 'StorageError'
}

/** Where pictures are kept, by keys that are made from their content. The database knows which there are. */
export type Storage = {
  /** Keeps an object, whole or not at all; the same key again replaces it. @throws StorageError */
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>
  /** Null when there is none. @throws StorageError */
  get(key: string): Promise<StoredObject | null>
  /** Keys without an object are no failure. @throws StorageError */
  delete(keys: readonly string[]): Promise<void>
}

/** The calls of an R2 bucket that we use (Cloudflare's Workers API reference, “R2”). */
export type Bucket = {
  put(key: string, bytes: Uint8Array, options: { httpMetadata: { contentType: string } }): Promise<unknown>
  get(key: string): Promise<{
    body: ReadableStream
    size: number
    httpMetadata?: { contentType?: string }
  } | null>
  delete(keys: string[]): Promise<void>
}

/** R2 deletes at most so many objects in one call. */
const KEYS_A_CALL = 1000
/** A call that takes longer is given up: an upload can be repeated, and the job of every minute deletes what is left. */
const TIMEOUT_MS = 10_000

/** @param bucket undefined in a Worker without the binding: then every call fails */
export function r2Storage(bucket: Bucket | undefined): Storage {
  const call = async <T>(work: (bucket: Bucket) => Promise<T>): Promise<T> => {
    if (!bucket) throw new StorageError('The Worker has no bucket')
    try {
      return await inTime(work(bucket), TIMEOUT_MS)
    } catch (error) {
      throw new StorageError('The bucket did not answer', { cause: error })
    }
  }
  return {
    async put(key, bytes, contentType) {
      await call((to) => to.put(key, bytes, { httpMetadata: { contentType } }))
    },
    async get(key) {
      const found = await call((from) => from.get(key))
      if (!found) return null
      const { body, size, httpMetadata } = found
      return { body, bytes: size, contentType: httpMetadata?.contentType ?? 'application/octet-stream' }
    },
    async delete(keys) {
      for (let first = 0; first < keys.length; first += KEYS_A_CALL) {
        await call((from) => from.delete(keys.slice(first, first + KEYS_A_CALL)))
      }
    },
  }
}
