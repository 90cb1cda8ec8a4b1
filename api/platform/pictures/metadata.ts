import type { CleanPicture } from './pictures.ts'

// Whatever the platform left in a picture is taken out before it is stored. Cloudflare keeps the copyright of a JPEG's Exif data, where
// cameras write the owner's name, and color profiles.

const SOI = 0xd8
const EOI = 0xd9
const SOS = 0xda
const APP0 = 0xe0
const APP14 = 0xee
const COMMENT = 0xfe
/** The chunks that a still WebP is drawn from (RFC 9649). */
const DRAWN_CHUNKS: readonly string[] = ['VP8 ', 'VP8L', 'VP8X', 'ALPH']
/** The flag of a transparent picture, the only one that is left. */
const ALPHA_FLAG = 0x10
/** The items of an AVIF that are metadata: Exif, and XMP. */
const AVIF_METADATA = ['Exif', 'mime']

/**
 * A picture without anything that it is not drawn from.
 * @param made what the platform has made: JPEG, WebP or AVIF
 * @throws Error for anything else, and for an AVIF with metadata, which cannot be cut out
 */
export function withoutMetadata(made: Uint8Array): CleanPicture {
  if (made[0] === 0xff && made[1] === SOI) return { bytes: cleanJpeg(made), type: 'image/jpeg' }
  if (text(made, 0) === 'RIFF' && text(made, 8) === 'WEBP') {
    return { bytes: cleanWebp(made), type: 'image/webp' }
  }
  if (text(made, 4) !== 'ftyp' || text(made, 8) !== 'avif') throw new Error('The platform made no picture')
  if (hasAvifMetadata(made)) throw new Error('The platform left metadata in an AVIF')
  return { bytes: made, type: 'image/avif' }
}

const text = (bytes: Uint8Array, at: number) => String.fromCharCode(...bytes.subarray(at, at + 4))
const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** Keeps the tables, frames and scans of a JPEG, and what says how its colors are stored (ITU-T T.81, annex B). */
function cleanJpeg(jpeg: Uint8Array): Uint8Array {
  const view = viewOf(jpeg)
  const kept = [jpeg.subarray(0, 2)]
  let at = 2
  while (at + 4 <= jpeg.length) {
    const marker = view.getUint8(at + 1)
    if (view.getUint8(at) !== 0xff) throw new Error('The platform made a damaged JPEG')
    if (marker === EOI) break
    const end = at + 2 + view.getUint16(at + 2)
    const next = marker === SOS ? endOfScan(jpeg, end) : end
    if (!isJpegMetadata(marker, jpeg.subarray(at + 4, end))) kept.push(jpeg.subarray(at, next))
    at = next
  }
  return Uint8Array.from(Buffer.concat([...kept, Uint8Array.of(0xff, EOI)]))
}

function isJpegMetadata(marker: number, segment: Uint8Array): boolean {
  if (marker === APP0) return text(segment, 0) !== 'JFIF'
  if (marker === APP14) return text(segment, 0) !== 'Adob'
  return (marker > APP0 && marker < APP0 + 16) || marker === COMMENT
}

/** Where the next marker is: in a scan, FF is data if a zero follows, and may begin a restart marker. */
function endOfScan(jpeg: Uint8Array, start: number): number {
  for (let at = jpeg.indexOf(0xff, start); at >= 0; at = jpeg.indexOf(0xff, at + 1)) {
    const next = jpeg[at + 1]
    if (next !== undefined && next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at
  }
  return jpeg.length
}

function cleanWebp(webp: Uint8Array): Uint8Array {
  const view = viewOf(webp)
  const kept = [webp.slice(0, 12)]
  for (let at = 12; at + 8 <= webp.length; ) {
    const length = view.getUint32(at + 4, true)
    // Chunks begin at even offsets.
    const end = at + 8 + length + (length % 2)
    const chunk = webp.slice(at, end)
    if (text(chunk, 0) === 'VP8X') chunk[8] = (chunk[8] ?? 0) & ALPHA_FLAG
    if (DRAWN_CHUNKS.includes(text(chunk, 0))) kept.push(chunk)
    at = end
  }
  const clean = Uint8Array.from(Buffer.concat(kept))
  viewOf(clean).setUint32(4, clean.length - 8, true)
  return clean
}

/** Looks through the box that lists what is in an AVIF (ISO/IEC 14496-12, “meta”). */
function hasAvifMetadata(avif: Uint8Array): boolean {
  const view = viewOf(avif)
  for (let at = 0; at + 8 <= avif.length; ) {
    const length = view.getUint32(at)
    if (text(avif, at + 4) === 'meta') {
      const listed = String.fromCharCode(...avif.subarray(at, at + length))
      return AVIF_METADATA.some((kind) => listed.includes(kind))
    }
    if (length < 8) break
    at += length
  }
  throw new Error('The platform made a damaged AVIF')
}
