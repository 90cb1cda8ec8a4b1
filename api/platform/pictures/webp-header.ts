import { PictureRefused } from '#domain/pictures.ts'
import { type Orientation, readOrientation } from './exif.ts'
import { hasText, type PictureHeader, viewOf } from './header.ts'

const FIRST_CHUNK = 12
const CHUNK_HEADER = 8
const ANIMATION_FLAG = 0x02
const EXIF = 'Exif\0\0'

export const isWebp = (bytes: Uint8Array) => hasText(bytes, 0, 'RIFF') && hasText(bytes, 8, 'WEBP')

type Size = { width: number; height: number }

/**
 * Reads a WebP's chunks from its begin to its end (RFC 9649) without decoding it.
 * @throws PictureRefused `damaged` unless the file ends with the picture, or `animated`
 */
export function readWebpHeader(bytes: Uint8Array): PictureHeader {
  const view = viewOf(bytes)
  if (view.getUint32(4, true) + CHUNK_HEADER !== bytes.length) throw new PictureRefused('damaged')
  let at = FIRST_CHUNK
  let canvas: Size | undefined
  let image: Size | undefined
  let orientation: Orientation | undefined
  while (at < bytes.length) {
    if (at + CHUNK_HEADER > bytes.length) throw new PictureRefused('damaged')
    const type = String.fromCharCode(...bytes.subarray(at, at + 4))
    const length = view.getUint32(at + 4, true)
    const end = at + CHUNK_HEADER + length
    if (end > bytes.length) throw new PictureRefused('damaged')
    const chunk = bytes.subarray(at + CHUNK_HEADER, end)
    // Chunks begin at even offsets.
    at = end + (length % 2)
    if (type === 'ANIM' || type === 'ANMF') throw new PictureRefused('animated')
    if (type === 'VP8X') canvas = readCanvas(chunk)
    if (type === 'VP8 ' || type === 'VP8L') {
      if (image) throw new PictureRefused('damaged')
      image = type === 'VP8 ' ? readLossy(chunk) : readLossless(chunk)
    }
    if (type === 'EXIF') {
      // Some programs repeat the name that stands before it in a JPEG.
      orientation ??= readOrientation(hasText(chunk, 0, EXIF) ? chunk.subarray(EXIF.length) : chunk)
    }
  }
  if (!image || at !== bytes.length) throw new PictureRefused('damaged')
  if (canvas && (canvas.width !== image.width || canvas.height !== image.height)) {
    throw new PictureRefused('damaged')
  }
  return { type: 'webp', ...image, orientation: orientation ?? 1 }
}

function readCanvas(chunk: Uint8Array): Size {
  if (chunk.length < 10) throw new PictureRefused('damaged')
  const view = viewOf(chunk)
  if ((view.getUint8(0) & ANIMATION_FLAG) !== 0) throw new PictureRefused('animated')
  const uint24 = (at: number) => view.getUint16(at, true) + (view.getUint8(at + 2) << 16)
  return { width: uint24(4) + 1, height: uint24(7) + 1 }
}

function readLossy(chunk: Uint8Array): Size {
  if (!hasText(chunk, 3, '\x9d\x01\x2a') || chunk.length < 10) throw new PictureRefused('damaged')
  const view = viewOf(chunk)
  return { width: view.getUint16(6, true) & 0x3fff, height: view.getUint16(8, true) & 0x3fff }
}

function readLossless(chunk: Uint8Array): Size {
  if (chunk[0] !== 0x2f || chunk.length < 5) throw new PictureRefused('damaged')
  const bits = viewOf(chunk).getUint32(1, true)
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
}
