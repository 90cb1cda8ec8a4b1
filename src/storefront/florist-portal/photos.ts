import type { PhotoStep } from '#domain/photos.ts'
import { ApiError, answerOf } from '#src/lib/api.ts'
import type { FloristOrder } from '#src/lib/order-links.ts'
import { getPart, setText, setVisible } from '#src/lib/page-parts.ts'
import { preparePicture } from '#src/lib/prepare-picture.ts'
import { untilStored } from '#src/lib/until-stored.ts'
import { upload } from '#src/lib/upload.ts'
import { PHOTO_NOT_SENT, PHOTO_TOO_LARGE, PHOTO_UNREADABLE } from './messages.ts'

// Takes a photograph and sends it, again and again with the same key, until it is stored or refused.

type Upload = { key: string; step: PhotoStep; picture: Blob }

let waiting: Upload | null = null
let sending = false

export type Receiver = {
  token: string
  /** Gets the order after it. */
  onStored: (order: FloristOrder) => void
  /** It is not stored, and another try would not help. */
  onRefused: () => void
}

/** Lets the florist take a photograph, and sends it. */
export function takePhoto(step: PhotoStep, to: Receiver): void {
  if (sending) return
  const field = getPart('photo-file')
  if (!(field instanceof HTMLInputElement)) return
  field.onchange = async () => {
    const [file] = field.files ?? []
    if (!file || sending) return
    setText('photo-failure', null)
    setVisible('photo-again', false)
    const picture = await preparePicture(file)
    // The same file can be chosen again.
    field.value = ''
    if (picture === 'too_large') return setText('photo-failure', PHOTO_TOO_LARGE)
    if (picture === 'unreadable') return setText('photo-failure', PHOTO_UNREADABLE)
    waiting = { key: crypto.randomUUID(), step, picture }
    await sendPhoto(to)
  }
  field.click()
}

/** Sends the photograph that waits; nothing without one. */
export async function sendPhoto({ token, onStored, onRefused }: Receiver): Promise<void> {
  if (sending || !waiting) return
  sending = true
  setText('photo-failure', null)
  setVisible('photo-again', false)
  setVisible('photo-sending', true)
  getPart('take-photo').toggleAttribute('disabled', true)
  // It was asked for at the other end of the page, perhaps.
  getPart('photos-box').scrollIntoView({ block: 'center' })
  try {
    const upload = waiting
    onStored(await untilStored(() => post(upload, token)))
    waiting = null
  } catch (error) {
    const isFinal = error instanceof ApiError && error.status < 500 && error.status !== 429
    if (isFinal) waiting = null
    setText('photo-failure', error instanceof ApiError ? error.message : PHOTO_NOT_SENT)
    setVisible('photo-again', !isFinal)
    if (isFinal) onRefused()
  } finally {
    sending = false
    setVisible('photo-sending', false)
    getPart('take-photo').toggleAttribute('disabled', false)
  }
}

/** True while a photograph is not stored yet: leaving the page would lose it. */
export const hasUnsentPhoto = () => waiting !== null

/** One try. @throws ApiError for a failure in our words, any other error without an answer */
function post({ key, step, picture }: Upload, token: string): Promise<FloristOrder> {
  const bar = getPart('photo-progress')
  const onProgress = (share: number) => {
    if (bar instanceof HTMLProgressElement) bar.value = share
  }
  onProgress(0)
  const url = `/api/florist/photos?${new URLSearchParams({ step, key })}`
  const headers = { authorization: `Bearer ${token}` }
  return upload(url, picture, { headers, onProgress }).then((answer) => answerOf<FloristOrder>(answer))
}
