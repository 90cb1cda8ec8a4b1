import { PHOTO_MAX_PX, PICTURE_MAX_BYTES } from '#domain/pictures.ts'

/** Tried one after the other until the picture is small enough. */
const QUALITIES = [0.85, 0.7, 0.5]

/**
 * Makes a picture small enough to be sent: upright, of 1600 pixels at most, without anything else that the camera wrote into it.
 * @returns JPEG; null when the browser cannot read the file as a picture
 */
export async function scalePicture(file: Blob): Promise<Blob | null> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null)
  if (!bitmap) return null
  const scale = Math.min(1, PHOTO_MAX_PX / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  const context = canvas.getContext('2d')
  if (!context) return null
  // JPEG has no transparency: it would become black.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  for (const quality of QUALITIES) {
    const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', quality))
    if (blob && blob.size <= PICTURE_MAX_BYTES) return blob
  }
  return null
}
