import { PHOTO_MAX_PX, PICTURE_MAX_BYTES, PICTURE_TYPES } from '#domain/pictures.ts'

/** A smaller file is sent as it is: the server scales it and takes out what the camera wrote into it. */
export const SMALL_BYTES = 1024 * 1024
const QUALITY = 0.85
/** A color that no browser gives back unless it gives back what was drawn. */
const PROBE = [32, 64, 96, 255] as const
const PROBE_SIDE = 8

/**
 * Makes a large picture small enough to be sent soon: upright, of 1600 pixels at most. One that this browser cannot scale is sent as it
 * is.
 * @returns what to send; `too_large` or `unreadable` for what the server would not take
 */
export async function preparePicture(file: Blob): Promise<Blob | 'too_large' | 'unreadable'> {
  // Some browsers know no type; the server looks itself.
  const isTaken = file.type === '' || PICTURE_TYPES.some((type) => type === file.type)
  if (isTaken && file.size <= SMALL_BYTES) return file
  const scaled = await scale(file).catch(() => null)
  if (scaled) return scaled
  if (!isTaken) return 'unreadable'
  return file.size <= PICTURE_MAX_BYTES ? file : 'too_large'
}

/** JPEG; null when the browser would change it. @throws when the browser cannot read the file, or has no means to */
async function scale(file: Blob): Promise<Blob | null> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' })
  const factor = Math.min(1, PHOTO_MAX_PX / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * factor))
  canvas.height = Math.max(1, Math.round(bitmap.height * factor))
  const context = canvas.getContext('2d')
  if (!context || !isFaithful(context)) return null
  // JPEG has no transparency: it would become black.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  return new Promise((done) => canvas.toBlob(done, 'image/jpeg', QUALITY))
}

/** False where a browser answers with noise, so that nobody is recognized by how it draws. */
function isFaithful(context: CanvasRenderingContext2D): boolean {
  const [red, green, blue] = PROBE
  context.fillStyle = `rgb(${red}, ${green}, ${blue})`
  context.fillRect(0, 0, PROBE_SIDE, PROBE_SIDE)
  const { data } = context.getImageData(0, 0, PROBE_SIDE, PROBE_SIDE)
  return data.every((value, at) => value === PROBE[at % PROBE.length])
}
