import { crc32 } from 'node:zlib'
import { PictureRefused } from '#domain/pictures.ts'
import { type Orientation, readOrientation } from './exif.ts'
import { hasText, type PictureHeader, viewOf } from './header.ts'

const SIGNATURE = '\x89PNG\r\n\x1a\n'
/** Length, type and checksum. */
const CHUNK_OVERHEAD = 12
const HEADER_BYTES = 13
/** Bits of a sample that each kind of colour allows (PNG, “Image header”). */
const DEPTHS: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
}

export const isPng = (bytes: Uint8Array) => hasText(bytes, 0, SIGNATURE)

/** The parts of a PNG that its pixels are decoded from. */
export type Png = {
  header: PictureHeader
  bitDepth: number
  /** 0 grey, 2 RGB, 3 palette, 4 grey with alpha, 6 RGB with alpha. */
  colorType: number
  interlaced: boolean
  palette: Uint8Array
  /** The palette's alpha values, or the one colour that is transparent. */
  transparency: Uint8Array | null
  /** The compressed rows. */
  data: Uint8Array[]
}

/**
 * Reads a PNG's chunks from its begin to its end, with their checksums, without decoding it.
 * @throws PictureRefused `damaged` unless the file ends with the picture, or `animated`
 */
export function readPng(bytes: Uint8Array): Png {
  const view = viewOf(bytes)
  let at = SIGNATURE.length
  let image: Pick<Png, 'bitDepth' | 'colorType' | 'interlaced'> | undefined
  let size = { width: 0, height: 0 }
  let orientation: Orientation | undefined
  let palette = new Uint8Array()
  let transparency: Uint8Array | null = null
  const data: Uint8Array[] = []
  while (at + CHUNK_OVERHEAD <= bytes.length) {
    const length = view.getUint32(at)
    const end = at + CHUNK_OVERHEAD + length
    if (end > bytes.length) break
    const chunk = bytes.subarray(at + 8, end - 4)
    if (crc32(bytes.subarray(at + 4, end - 4)) !== view.getUint32(end - 4)) break
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8))
    // The header comes first, and only once.
    if ((type === 'IHDR') === (image !== undefined)) break
    at = end
    if (type === 'IHDR') {
      if (chunk.length !== HEADER_BYTES) break
      const header = viewOf(chunk)
      size = { width: header.getUint32(0), height: header.getUint32(4) }
      image = {
        bitDepth: header.getUint8(8),
        colorType: header.getUint8(9),
        interlaced: header.getUint8(12) === 1,
      }
      if (!DEPTHS[image.colorType]?.includes(image.bitDepth)) break
      if (header.getUint16(10) !== 0 || header.getUint8(12) > 1) break
    } else if (type === 'PLTE') palette = chunk.slice()
    else if (type === 'tRNS') transparency = chunk
    else if (type === 'eXIf') orientation ??= readOrientation(chunk)
    else if (type === 'acTL') throw new PictureRefused('animated')
    else if (type === 'IDAT') data.push(chunk)
    else if (type === 'IEND') {
      if (!image || at !== bytes.length || data.length === 0) break
      return {
        header: { type: 'png', ...size, orientation: orientation ?? 1 },
        ...image,
        palette,
        transparency,
        data,
      }
    }
    // A small first letter means that the picture can be drawn without knowing the chunk.
    else if (/^[A-Z]/.test(type)) break
  }
  throw new PictureRefused('damaged')
}
