import { crc32 } from 'node:zlib'
import sharp from 'sharp'

// Pictures as cameras and programs write them, with everything in them that must not be stored.

/** A word that every piece of metadata holds. */
export const SECRET = 'SECRET-40.7128N'

const FORMATS = ['jpeg', 'png', 'webp'] as const
export type Format = (typeof FORMATS)[number]

export type PictureOptions = {
  format: Format
  /** The orientation as Exif counts it. */
  orientation: number
  width: number
  height: number
}

/** The picture of a number: all formats and orientations within 24 of them, and no two sizes the same. */
export const numbered = (index: number): PictureOptions => ({
  format: FORMATS[index % 3] ?? 'jpeg',
  orientation: (Math.floor(index / 3) % 8) + 1,
  width: 32 + ((index * 7) % 61),
  height: 40 + ((index * 11) % 53),
})

/** Four quarters, each of one color. */
export async function quarters({ format, orientation, width, height }: PictureOptions): Promise<Uint8Array> {
  const [half, lower] = [Math.floor(width / 2), Math.floor(height / 2)]
  const quarter = (left: number, top: number, background: string) => ({
    input: { create: { width: half, height: lower, channels: 3 as const, background } },
    left,
    top,
  })
  const plain = sharp({ create: { width, height, channels: 3, background: '#e0c020' } }).composite([
    quarter(0, 0, '#d01020'),
    quarter(half, 0, '#10b040'),
    quarter(0, lower, '#2030d0'),
  ])
  const described = plain
    .withMetadata({ orientation })
    .withExifMerge({
      IFD0: { ImageDescription: SECRET, Artist: SECRET, Copyright: SECRET },
      IFD2: { UserComment: SECRET },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '40/1 42/1 46/1', GPSAreaInformation: SECRET },
    })
    .withIccProfile('srgb')
    .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf>${SECRET}</rdf></x:xmpmeta>`)
  if (format === 'webp') return described.webp({ quality: 90 }).toBuffer()
  if (format === 'png') return withPngTexts(await described.png().toBuffer())
  return withJpegSegments(await described.jpeg({ quality: 90 }).toBuffer())
}

/** Adds a comment, IPTC, a thumbnail, and the notes of a maker. */
function withJpegSegments(jpeg: Uint8Array): Uint8Array {
  const segment = (marker: number, text: string) =>
    Buffer.concat([Buffer.from([0xff, marker, 0, text.length + 2]), Buffer.from(text, 'latin1')])
  const iptc = `Photoshop 3.0\x008BIM\x04\x04\0\0\0\0\0\x14\x1c\x02\x78\0\x0f${SECRET}`
  const thumbnail = `JFXX\0\x13\x01\x01${SECRET}`
  return Buffer.concat([
    jpeg.subarray(0, 2),
    segment(0xfe, SECRET),
    segment(0xed, iptc),
    segment(0xe0, thumbnail),
    segment(0xe7, SECRET),
    jpeg.subarray(2),
  ])
}

function withPngTexts(png: Uint8Array): Uint8Array {
  const afterHeader = 8 + 25
  return Buffer.concat([
    png.subarray(0, afterHeader),
    pngChunk('tEXt', Buffer.from(`Comment\0${SECRET}`)),
    pngChunk('iTXt', Buffer.from(`XML:com.adobe.xmp\0\0\0\0\0${SECRET}`)),
    pngChunk('tIME', Buffer.from([7, 0xe9, 11, 28, 1, 2, 3])),
    png.subarray(afterHeader),
  ])
}

/** A chunk of a PNG with its checksum. */
export function pngChunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  checksum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, checksum])
}

/** A PNG's header chunk, and nothing else. */
export function pngHeader(width: number, height: number, bitDepth = 8, colorType = 2): Buffer {
  const data = Buffer.alloc(13)
  data.writeUInt32BE(width, 0)
  data.writeUInt32BE(height, 4)
  data.set([bitDepth, colorType], 8)
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), pngChunk('IHDR', data)])
}

/** The markers of a JPEG, in order, as hexadecimal; restart markers and stuffed bytes are data. */
export function jpegMarkers(jpeg: Uint8Array): string[] {
  const view = Buffer.from(jpeg)
  const markers = [view.subarray(0, 2).toString('hex')]
  let at = 2
  while (at < view.length) {
    const marker = view.subarray(at, at + 2).toString('hex')
    markers.push(marker)
    at += marker === 'ffd9' ? 2 : 2 + view.readUInt16BE(at + 2)
    if (marker === 'ffda') while (view[at] !== 0xff || view[at + 1] === 0) at += 1
  }
  return markers
}

/** The types of a WebP's chunks, in order. */
export function webpChunks(webp: Uint8Array): string[] {
  const view = Buffer.from(webp)
  const chunks: string[] = []
  for (let at = 12; at < view.length; ) {
    chunks.push(view.toString('latin1', at, at + 4))
    const length = view.readUInt32LE(at + 4)
    at += 8 + length + (length % 2)
  }
  return chunks
}

/** The colors in the middle of the four quarters, as a viewer shows them that heeds the orientation. */
export async function shownColors(picture: Uint8Array): Promise<number[][]> {
  const { data, info } = await sharp(picture)
    .autoOrient()
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return [0.25, 0.75].flatMap((y) =>
    [0.25, 0.75].map((x) => {
      const at = (Math.floor(info.height * y) * info.width + Math.floor(info.width * x)) * info.channels
      return [...data.subarray(at, at + 3)]
    }),
  )
}
