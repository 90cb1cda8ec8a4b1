import { PictureRefused } from '#domain/pictures.ts'
import { type Orientation, readOrientation } from './exif.ts'
import { hasText, type PictureHeader, viewOf } from './header.ts'

const EOI = 0xd9
const SOS = 0xda
const APP1 = 0xe1
/** Frames that the decoder reads: baseline, extended and progressive, all with Huffman codes. */
const READABLE_FRAMES: readonly number[] = [0xc0, 0xc1, 0xc2]
/** Markers between C0 and CF that begin no frame: Huffman tables, a reserved one, arithmetic conditioning. */
const NO_FRAMES: readonly number[] = [0xc4, 0xc8, 0xcc]
const EXIF = 'Exif\0\0'
/** Encoders write about ten scans. Each one goes through all blocks, so that many tiny ones would keep the decoder busy. */
const MAX_SCANS = 32

export const isJpeg = (bytes: Uint8Array) => bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff

/**
 * Reads a JPEG's markers from its begin to its end (ITU-T T.81, annex B) without decoding it.
 * @throws PictureRefused `damaged` unless the file ends with the picture, `unsupported` for what the decoder cannot read
 */
export function readJpegHeader(bytes: Uint8Array): PictureHeader {
  const view = viewOf(bytes)
  let at = 2
  let frame: { width: number; height: number } | undefined
  let orientation: Orientation | undefined
  let scans = 0
  while (at < bytes.length) {
    const marker = bytes[at + 1]
    if (bytes[at] !== 0xff || marker === undefined) throw new PictureRefused('damaged')
    at += 1
    // Any number of fill bytes may stand before a marker.
    if (marker === 0xff) continue
    at += 1
    if (marker === EOI) {
      if (at !== bytes.length || !frame || scans === 0) throw new PictureRefused('damaged')
      return { type: 'jpeg', ...frame, orientation: orientation ?? 1 }
    }
    // Markers below, and SOI, have no length, and do not occur between segments.
    if (marker < 0xc0 || (marker >= 0xd0 && marker <= 0xd8)) throw new PictureRefused('damaged')
    if (at + 2 > bytes.length) throw new PictureRefused('damaged')
    const length = view.getUint16(at)
    if (length < 2 || at + length > bytes.length) throw new PictureRefused('damaged')
    const segment = bytes.subarray(at + 2, at + length)
    at += length
    if (marker >= 0xc0 && marker <= 0xcf && !NO_FRAMES.includes(marker)) {
      if (frame) throw new PictureRefused('damaged')
      frame = readFrame(marker, segment)
    } else if (marker === APP1 && hasText(segment, 0, EXIF)) {
      orientation ??= readOrientation(segment.subarray(EXIF.length))
    } else if (marker === SOS) {
      if (!frame) throw new PictureRefused('damaged')
      scans += 1
      if (scans > MAX_SCANS) throw new PictureRefused('unsupported')
      at = endOfScan(bytes, at)
    }
  }
  throw new PictureRefused('damaged')
}

function readFrame(marker: number, segment: Uint8Array): { width: number; height: number } {
  if (!READABLE_FRAMES.includes(marker)) throw new PictureRefused('unsupported')
  if (segment.length < 6) throw new PictureRefused('damaged')
  const view = viewOf(segment)
  const [precision, components] = [view.getUint8(0), view.getUint8(5)]
  // Four components are CMYK, of printers.
  if (precision !== 8 || (components !== 1 && components !== 3)) throw new PictureRefused('unsupported')
  return { width: view.getUint16(3), height: view.getUint16(1) }
}

/** Where the next marker is: in a scan, FF is data if a zero follows, and may begin a restart marker. */
function endOfScan(bytes: Uint8Array, start: number): number {
  for (let at = bytes.indexOf(0xff, start); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1]
    if (next !== undefined && next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at
  }
  return bytes.length
}
