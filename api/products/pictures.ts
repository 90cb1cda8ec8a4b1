import type { Deps } from '#api/deps.ts'
import { hex } from '#api/platform/hash.ts'
import { readPictureBody } from '#api/platform/pictures/body.ts'
import { PRODUCT_PICTURE_WIDTHS, productPictureKey, uploadedPicture } from '#domain/product-pictures.ts'

/**
 * Stores a picture of a product in all its sizes. The same picture again has the same address.
 * @param request its body is the picture
 * @returns its address on this site
 * @throws PictureRefused; AppError `too_slow`; StorageError
 */
export async function storeProductPicture(deps: Deps, request: Request): Promise<{ address: string }> {
  const { jpeg, webp } = await deps.pictures.productPictures(await readPictureBody(request, deps))
  const hash = hex(new Uint8Array(await crypto.subtle.digest('SHA-256', jpeg.bytes.slice())))
  const put = (name: string, bytes: Uint8Array, type: string) => {
    const key = productPictureKey(`${hash}${name}`)
    if (!key) throw new Error(`No picture has a file ${name}`)
    return deps.storage.put(key, bytes, type)
  }
  // Pages name every width. One that the picture does not have is answered with the widest that it has.
  const files = PRODUCT_PICTURE_WIDTHS.map((width) => {
    const file = webp.findLast((each) => each.width <= width) ?? webp[0] ?? jpeg
    return put(`-${width}.webp`, file.bytes, 'image/webp')
  })
  await Promise.all([...files, put('.jpg', jpeg.bytes, 'image/jpeg')])
  return { address: uploadedPicture(hash) }
}

const FOR_GOOD = 'public, max-age=31536000, immutable'

/** The answer for a file of a product's picture. Its name is made from its content, so that copies of it never age. */
export async function productPictureAnswer(
  { storage }: Pick<Deps, 'storage'>,
  file: string,
): Promise<Response> {
  const key = productPictureKey(file)
  const found = key && (await storage.get(key))
  if (!found) {
    return new Response('There is no such picture.', {
      status: 404,
      headers: { 'cache-control': 'no-store' },
    })
  }
  const { body, bytes } = found
  const headers = {
    'content-type': file.endsWith('.webp') ? 'image/webp' : 'image/jpeg',
    'content-length': String(bytes),
    'cache-control': FOR_GOOD,
  }
  return new Response(body, { headers })
}
