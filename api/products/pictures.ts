import type { Deps } from '#api/deps.ts'
import { sha256 } from '#api/platform/hash.ts'
import { productPictureKeys, uploadedPicture } from '#domain/product-pictures.ts'

/**
 * Stores a picture of a product in all its sizes. The same picture again has the same address.
 * @param read reads what was sent
 * @returns its address on this site
 * @throws PictureRefused; AppError `too_slow`, `busy`; StorageError
 */
export async function storeProductPicture(
  { pictures, storage }: Pick<Deps, 'pictures' | 'storage'>,
  read: () => Promise<Uint8Array>,
): Promise<{ address: string }> {
  const files = await pictures.productPictures(await read())
  const hash = sha256(files['.jpg'].bytes)
  const puts = Object.entries(files).map(([name, { bytes, type }]) => {
    const [key] = productPictureKeys(`${hash}${name}`)
    if (!key) throw new Error(`No picture has a file ${name}`)
    return storage.put(key, bytes, type)
  })
  await Promise.all(puts)
  return { address: uploadedPicture(hash) }
}

const FOR_GOOD = 'public, max-age=31536000, immutable'

/** The answer for a file of a product's picture. Its name is made from its content, so that copies of it never age. */
export async function productPictureAnswer(
  { storage }: Pick<Deps, 'storage'>,
  file: string,
): Promise<Response> {
  for (const key of productPictureKeys(file)) {
    const found = await storage.get(key)
    if (!found) continue
    const { body, bytes, contentType } = found
    const headers = {
      'content-type': contentType,
      'content-length': String(bytes),
      'cache-control': FOR_GOOD,
    }
    return new Response(body, { headers })
  }
  return new Response('There is no such picture.', { status: 404, headers: { 'cache-control': 'no-store' } })
}
