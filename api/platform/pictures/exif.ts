/** The eight ways in which a camera can be held: 1 is upright, 6 is turned to the right (Exif 2.32, “Orientation”). */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8

const ORIENTATIONS: readonly Orientation[] = [1, 2, 3, 4, 5, 6, 7, 8]
const ORIENTATION_TAG = 0x0112
const SHORT = 3
const ENTRY_BYTES = 12

/**
 * Reads the orientation in Exif data, which begins with its TIFF header. Data that cannot be read is no reason to refuse
 * a picture: it is upright then.
 */
export function readOrientation(exif: Uint8Array): Orientation {
  const view = new DataView(exif.buffer, exif.byteOffset, exif.byteLength)
  if (exif.length < 8) return 1
  const byteOrder = view.getUint16(0)
  if (byteOrder !== 0x4949 && byteOrder !== 0x4d4d) return 1
  const littleEndian = byteOrder === 0x4949
  if (view.getUint16(2, littleEndian) !== 42) return 1
  const directory = view.getUint32(4, littleEndian)
  if (directory + 2 > exif.length) return 1
  const entries = view.getUint16(directory, littleEndian)
  for (let index = 0; index < entries; index += 1) {
    const entry = directory + 2 + index * ENTRY_BYTES
    if (entry + ENTRY_BYTES > exif.length) return 1
    if (view.getUint16(entry, littleEndian) !== ORIENTATION_TAG) continue
    if (view.getUint16(entry + 2, littleEndian) !== SHORT) return 1
    const value = view.getUint16(entry + 8, littleEndian)
    return ORIENTATIONS.find((orientation) => orientation === value) ?? 1
  }
  return 1
}
