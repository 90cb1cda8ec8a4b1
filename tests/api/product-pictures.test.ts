import sharp from 'sharp'
import { beforeEach, expect, test } from 'vitest'
import { MAX_PICTURES_AT_WORK } from '#api/platform/pictures/room.ts'
import { StorageError } from '#api/platform/storage/storage.ts'
import { productPictureAnswer } from '#api/products/pictures.ts'
import { publicImage } from '#domain/catalogue.ts'
import { PICTURE_MAX_BYTES } from '#domain/pictures.ts'
import { isUploadedPicture } from '#domain/product-pictures.ts'
import { quarters } from '#tests/support/picture-files.ts'
import { shareTestShop } from '#tests/support/shared-shop.ts'
import { signIn } from '#tests/support/staff.ts'

// Pictures of products: uploaded by admins, shown by the storefront, emails and the hosted checkout.

const shop = await shareTestShop()
let admin: Awaited<ReturnType<typeof signIn>>
beforeEach(async () => {
  admin = await signIn(shop)
})

const PICTURE = await quarters({ format: 'jpeg', orientation: 6, width: 700, height: 1000 })

async function upload(body: Uint8Array, headers: Record<string, string> = {}) {
  const { origin } = shop.deps.config
  const response = await shop.app.request('/api/admin/products/pictures', {
    method: 'POST',
    headers: { cookie: await admin.cookie(), origin, 'content-type': 'image/jpeg', ...headers },
    body: body.slice(),
  })
  const answer = (await response.json()) as { address: string; error?: { code: string; message: string } }
  return { status: response.status, ...answer }
}

const fileOf = async (file: string) => {
  const response = await productPictureAnswer(shop.deps, file)
  return { response, bytes: new Uint8Array(await response.arrayBuffer()) }
}

test('stores a picture in two widths and a JPEG, under an address that a product may have', async () => {
  const { status, address } = await upload(PICTURE)
  expect(status).toBe(200)
  expect(isUploadedPicture(address)).toBe(true)
  expect(shop.objects.size).toBe(5)
  const name = address.slice('/pictures/'.length, -'.jpg'.length)
  const files = {
    '.jpg': ['image/jpeg', 1000],
    '-480.webp': ['image/webp', 480],
    '-960.webp': ['image/webp', 960],
    '-480.avif': ['image/avif', 480],
    '-960.avif': ['image/avif', 960],
  }
  for (const [ending, [type, width]] of Object.entries(files)) {
    const { response, bytes } = await fileOf(`${name}${ending}`)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe(type)
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    const metadata = await sharp(bytes).metadata()
    expect([metadata.width, metadata.exif, metadata.icc]).toEqual([width, undefined, undefined])
  }
  const form = { sku: 'PICTURED', title: 'Pictured', priceCents: 2999, imageUrl: address }
  const created = await admin.post('/admin/products', form)
  const product = await admin.get(`/admin/products/${created.body['id']}`)
  expect(product.body['imageUrl']).toBe(address)
})

test('goes on serving a picture from before there were AVIFs: its three WebPs and its JPEG', async () => {
  const name = 'a'.repeat(64)
  const stored = {
    '.jpg': 'image/jpeg',
    '-480.webp': 'image/webp',
    '-960.webp': 'image/webp',
    '-1600.webp': 'image/webp',
  }
  for (const [ending, contentType] of Object.entries(stored)) {
    shop.objects.set(`products/${name}${ending}`, { bytes: Buffer.from(ending), contentType })
  }
  // Pages name an AVIF of every picture.
  const served = { ...stored, '-480.avif': 'image/webp', '-960.avif': 'image/webp' }
  for (const [ending, type] of Object.entries(served)) {
    const { response, bytes } = await fileOf(`${name}${ending}`)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, type])
    expect(Buffer.from(bytes).toString()).toBe(ending.replace('avif', 'webp'))
  }
})

test('gives the same picture the same address, and stores it once', async () => {
  const [first, second] = [await upload(PICTURE), await upload(PICTURE)]
  expect(second).toEqual(first)
  expect(shop.objects.size).toBe(5)
})

test('emails and the hosted checkout load the JPEG from this site', async () => {
  const { address } = await upload(PICTURE)
  const item = { title: 'Pictured', imageUrl: address }
  expect(publicImage(item, 'https://shop.example')).toBe(`https://shop.example${address}`)
})

test('refuses what is no picture, and stores nothing', async () => {
  const html = await upload(Buffer.from('<script>alert(1)</script>'))
  expect(html).toMatchObject({
    status: 422,
    error: { code: 'picture_refused', message: 'Please send a JPEG, PNG or WebP picture.' },
  })
  const large = await upload(new Uint8Array(PICTURE_MAX_BYTES + 1))
  expect(large).toMatchObject({ status: 422, error: { message: expect.stringContaining('10 MB') } })
  expect(shop.objects.size).toBe(0)
})

test('is busy with more pictures than fit, and takes one again once it is not', async () => {
  const rooms = Array.from({ length: MAX_PICTURES_AT_WORK }, () => shop.deps.pictures.takeRoom())
  for (const room of rooms) room.startWork()
  expect(await upload(PICTURE)).toMatchObject({ status: 503, error: { code: 'busy' } })
  for (const { giveBack } of rooms) giveBack()
  // A refused one gives its room back, too.
  for (let time = 0; time < MAX_PICTURES_AT_WORK; time += 1) await upload(Uint8Array.of(1))
  expect((await upload(PICTURE)).status).toBe(200)
})

test('says so when the storage does not answer, and stores the picture at the next try', async () => {
  const { put } = shop.deps.storage
  shop.deps.storage.put = async () => {
    throw new StorageError('The bucket did not answer')
  }
  expect(await upload(PICTURE)).toMatchObject({ status: 503, error: { code: 'storage_unavailable' } })
  shop.deps.storage.put = put
  expect((await upload(PICTURE)).status).toBe(200)
})

test.each(['nothing.jpg', `${'0'.repeat(64)}.jpg`, `${'0'.repeat(64)}-480.webp`, '../photos/x.jpg', ''])(
  'there is no file %j',
  async (file) => {
    shop.objects.set('photos/x.jpg', { bytes: Uint8Array.of(1), contentType: 'image/jpeg' })
    const { response } = await fileOf(file)
    expect(response.status).toBe(404)
    expect(response.headers.get('cache-control')).toBe('no-store')
  },
)
