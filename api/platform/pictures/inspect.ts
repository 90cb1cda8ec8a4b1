import { PHOTO_MAX_PX, PICTURE_MAX_BYTES, PictureRefused } from '#domain/pictures.ts'
import type { PictureHeader } from './header.ts'
import { isJpeg, readJpegHeader } from './jpeg-header.ts'
import { isPng, readPng } from './png-header.ts'
import { isWebp, readWebpHeader } from './webp-header.ts'

/**
 * Reads a picture's real type, size and orientation from its headers. Nothing is decoded: a picture that claims to be
 * 50,000 pixels wide costs no memory.
 * @param maxPx the longest side that is allowed, in pixels
 * @throws PictureRefused for everything but one whole JPEG, PNG or WebP with nothing before or after it
 */
export function inspectPicture(bytes: Uint8Array, maxPx: number = PHOTO_MAX_PX): PictureHeader {
  if (bytes.length > PICTURE_MAX_BYTES) throw new PictureRefused('too_large')
  const header = readHeader(bytes)
  const { width, height } = header
  if (width === 0 || height === 0) throw new PictureRefused('damaged')
  if (Math.max(width, height) > maxPx) throw new PictureRefused('too_many_pixels')
  return header
}

function readHeader(bytes: Uint8Array): PictureHeader {
  if (isJpeg(bytes)) return readJpegHeader(bytes)
  if (isPng(bytes)) return readPng(bytes).header
  if (isWebp(bytes)) return readWebpHeader(bytes)
  throw new PictureRefused('not_a_picture')
}
