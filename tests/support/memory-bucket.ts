import type { Bucket } from '#api/platform/storage/storage.ts'

type Kept = { bytes: Uint8Array; contentType: string }

/** A bucket without a service. `objects`: everything in it, by key. */
export function memoryBucket(): { bucket: Bucket; objects: Map<string, Kept> } {
  const objects = new Map<string, Kept>()
  const bucket: Bucket = {
    put: async (key, bytes, { httpMetadata: { contentType } }) =>
      objects.set(key, { bytes: bytes.slice(), contentType }),
    get: async (key) => {
      const kept = objects.get(key)
      if (!kept) return null
      const { bytes, contentType } = kept
      return { body: new Blob([bytes.slice()]).stream(), size: bytes.length, httpMetadata: { contentType } }
    },
    delete: async (keys) => {
      for (const key of keys) objects.delete(key)
    },
  }
  return { bucket, objects }
}
