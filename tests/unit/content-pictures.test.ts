import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mdxToJs } from 'satteri'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contentProblems } from '#src/build/content-checks/check-content.ts'
import { contentPictures, preparePicture } from '#src/build/pictures.ts'
import { readingNotesPlugin } from '#src/build/reading-notes.ts'
import { FILES } from '#tests/unit/content-checks-support.ts'

const PICTURES = 'content/learn/pictures'
const PLACE = { GPSLatitudeRef: 'N', GPSLatitude: '40/1 44/1 0/1' }

let root: string
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'pictures-'))
  mkdirSync(join(root, PICTURES), { recursive: true })
  for (const { path, source } of FILES) {
    mkdirSync(join(root, path, '..'), { recursive: true })
    writeFileSync(join(root, path), source)
  }
  // Taken upright: the camera stores it lying, red above, and notes that it is to be turned.
  const red = { create: { width: 3600, height: 1200, channels: 3 as const, background: '#c00' } }
  const upright = await sharp({ ...red, create: { ...red.create, height: 2400, background: '#00c' } })
    .composite([{ input: red, top: 0, left: 0 }])
    .withExif({ IFD0: { Make: 'A camera' }, IFD3: PLACE })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  add('camera.jpg', upright)
})
afterAll(() => rmSync(root, { recursive: true }))

function add(name: string, bytes: Buffer | string) {
  writeFileSync(join(root, PICTURES, name), bytes)
}
const made = (name: string) => preparePicture(root, `${PICTURES}/${name}`)

test('a large picture becomes a modest one, upright, with nothing that the camera noted', async () => {
  const file = await made('camera.jpg')
  const { width, height, format, orientation, exif, xmp } = await sharp(file).metadata()
  expect({ width, height, format, orientation, exif, xmp }).toEqual({
    width: 1600,
    height: 2400,
    format: 'webp',
    orientation: undefined,
    exif: undefined,
    xmp: undefined,
  })
  // Turned by a quarter to the right, what lay above is on the right.
  const { data } = await sharp(file).resize(2, 1, { fit: 'fill' }).raw().toBuffer({ resolveWithObject: true })
  const [left, right] = [data.subarray(0, 3), data.subarray(3, 6)]
  expect([left[0], right[2]].every((value) => (value ?? 255) < 80)).toBe(true)
  expect([left[2], right[0]].every((value) => (value ?? 0) > 150)).toBe(true)
})

test('a small picture keeps its size', async () => {
  const small = { create: { width: 300, height: 200, channels: 4 as const, background: '#c008' } }
  add('small.png', await sharp(small).png().toBuffer())
  const { width, height, hasAlpha } = await sharp(await made('small.png')).metadata()
  expect([width, height, hasAlpha]).toEqual([300, 200, true])
})

test('a picture is made once, and again when it has changed', async () => {
  const picture = (background: string) =>
    sharp({ create: { width: 30, height: 20, channels: 3, background } })
      .png()
      .toBuffer()
  add('changing.png', await picture('#c00'))
  const first = await made('changing.png')
  const { mtimeMs } = statSync(first)
  expect(await made('changing.png')).toBe(first)
  expect(statSync(first).mtimeMs).toBe(mtimeMs)
  add('changing.png', await picture('#00c'))
  utimesSync(join(root, PICTURES, 'changing.png'), 1, 1)
  expect(await made('changing.png')).not.toBe(first)
})

test('a text imports the picture that was made, other modules what they name', async () => {
  const plugin = contentPictures()
  const { configResolved, resolveId } = plugin
  if (typeof configResolved !== 'function' || typeof resolveId !== 'function') throw new Error('No hooks.')
  const resolve = (source: string, importer: string) =>
    Reflect.apply(resolveId, plugin, [source, importer, {}]) as Promise<string | null>
  Reflect.apply(configResolved, plugin, [{ root }])
  const text = join(root, 'content/learn/new.mdx')
  expect(await resolve('./pictures/camera.jpg', text)).toBe(await made('camera.jpg'))
  expect(await resolve('pictures/camera.jpg', `${text}?astroPropagatedAssets`)).toBe(await made('camera.jpg'))
  expect(await resolve('astro:assets', text)).toBeNull()
  expect(await resolve('./camera.jpg', join(root, 'src/pages/index.astro'))).toBeNull()
})

test('the build makes the pictures of texts', () => {
  const config = readFileSync('astro.config.mjs', 'utf8')
  expect(/^ {4}plugins: \[([^\]]*)\]/m.exec(config)?.[1]).toContain('contentPictures()')
  expect(/hastPlugins: \[([^\]]*)\]/.exec(config)?.[1]).toContain('readingNotesPlugin')
})

test('the browser hears how wide a picture of a text is shown', async () => {
  const { code } = await mdxToJs('![A](./pictures/camera.jpg)', { hastPlugins: [readingNotesPlugin] })
  expect(code).toContain('sizes: "(min-width: 40rem) 36rem, 100vw"')
})

test('the file’s kind is what it holds, whatever it is called', async () => {
  const bytes = await sharp({ create: { width: 30, height: 20, channels: 3, background: '#c00' } })
    .png()
    .toBuffer()
  add('really-a-png.jpg', bytes)
  expect(await contentProblems(root, false)).toEqual([])
})

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'

test.each([
  ['empty.jpg', '', /^the picture cannot be read \(.*\)\. Save it as JPEG or PNG/],
  ['words.jpg', 'Not a picture', /^the picture cannot be read \(.*\)\. .* on an iPhone, Settings, Camera, /],
  ['drawing.svg', SVG, /^the picture is of the kind svg\. Save it as JPEG or PNG/],
])('refuses %s and says what to do', async (name, bytes, message) => {
  add(name, bytes)
  expect(await problems(name)).toEqual([
    { file: `${PICTURES}/${name}`, message: expect.stringMatching(message) },
  ])
})

test('refuses a picture of which a part is missing', async () => {
  const whole = await sharp(join(root, PICTURES, 'camera.jpg')).toBuffer()
  add('part.jpg', whole.subarray(0, whole.length / 2))
  expect(await problems('part.jpg')).toEqual([
    { file: `${PICTURES}/part.jpg`, message: expect.stringMatching(/^the picture cannot be read/) },
  ])
})

/** The problems while a picture is there. */
async function problems(name: string) {
  const found = await contentProblems(root, false)
  rmSync(join(root, PICTURES, name))
  return found
}
