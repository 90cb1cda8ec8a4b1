// Cloudflare keeps the copyright of a JPEG's Exif data, where cameras write the owner's name, and color profiles. Of WebP and AVIF it
// keeps nothing.

const SOI = 0xd8
const EOI = 0xd9
const SOS = 0xda
const APP0 = 0xe0
const APP14 = 0xee
const COMMENT = 0xfe

/**
 * A JPEG without anything that it is not drawn from: its tables, frames and scans, and what says how its colors are stored
 * (ITU-T T.81, annex B).
 * @throws Error for anything else
 */
export function withoutMetadata(jpeg: Uint8Array): Uint8Array {
  const view = new DataView(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength)
  if (view.getUint16(0) !== 0xff00 + SOI) throw new Error('The platform made no JPEG')
  const kept = [jpeg.subarray(0, 2)]
  let at = 2
  while (at + 4 <= jpeg.length) {
    const marker = view.getUint8(at + 1)
    if (view.getUint8(at) !== 0xff) throw new Error('The platform made a damaged JPEG')
    if (marker === EOI) break
    const end = at + 2 + view.getUint16(at + 2)
    const next = marker === SOS ? endOfScan(jpeg, end) : end
    if (!isMetadata(marker, jpeg.subarray(at + 4, end))) kept.push(jpeg.subarray(at, next))
    at = next
  }
  return Uint8Array.from(Buffer.concat([...kept, Uint8Array.of(0xff, EOI)]))
}

function isMetadata(marker: number, segment: Uint8Array): boolean {
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

const text = (bytes: Uint8Array, at: number) => String.fromCharCode(...bytes.subarray(at, at + 4))
