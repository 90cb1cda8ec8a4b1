import type { PictureType } from '#domain/pictures.ts'
import type { Orientation } from './exif.ts'

/** A picture as its headers describe it; width and height are those of the stored pixels, before they are turned. */
export type PictureHeader = { type: PictureType; width: number; height: number; orientation: Orientation }

/** True if the bytes at an offset are these characters. */
export function hasText(bytes: Uint8Array, offset: number, text: string): boolean {
  if (offset + text.length > bytes.length) return false
  return [...text].every((character, index) => bytes[offset + index] === character.charCodeAt(0))
}

/** A view of the same bytes that reads numbers. */
export const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
