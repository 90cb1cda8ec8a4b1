import { API } from '#src/admin/client/api.ts'
import { refreshSession } from '#src/admin/client/session.ts'
import { answerOf } from '#src/lib/api.ts'

/** Without any progress for so long, the upload is given up. */
const STALLED_MS = 20_000

type Sending = {
  picture: Blob
  /** @param share of the picture that is sent, 0 to 1 */
  onProgress: (share: number) => void
  signal: AbortSignal
}

/**
 * Sends a picture of a product, and renews the session once if it has to.
 * @returns its address
 * @throws ApiError for a failure in our words, any other error without an answer
 */
export async function sendPicture(sending: Sending): Promise<string> {
  const first = await post(sending)
  const isRenewed = first.status === 401 && (await refreshSession()) === 'renewed'
  const { address } = await answerOf<{ address: string }>(isRenewed ? await post(sending) : first)
  return address
}

/** `fetch` cannot say how far it is. */
function post({ picture, onProgress, signal }: Sending): Promise<Response> {
  const request = new XMLHttpRequest()
  return new Promise((resolve, reject) => {
    let stalled = 0
    const abort = () => request.abort()
    const watch = () => {
      clearTimeout(stalled)
      stalled = window.setTimeout(abort, STALLED_MS)
    }
    request.upload.onprogress = ({ loaded }) => {
      watch()
      onProgress(loaded / picture.size)
    }
    request.onloadend = () => {
      clearTimeout(stalled)
      signal.removeEventListener('abort', abort)
      const { status, responseText } = request
      if (status === 0) reject(new Error('No answer'))
      else resolve(new Response(responseText, { status }))
    }
    request.open('POST', `${API}/admin/products/pictures`)
    request.setRequestHeader('content-type', picture.type)
    signal.addEventListener('abort', abort)
    watch()
    request.send(picture)
  })
}
