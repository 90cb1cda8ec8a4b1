/** Without any progress for so long, an upload is given up. */
const STALLED_MS = 20_000

type Upload = {
  headers?: Readonly<Record<string, string>>
  /** @param share of the body that is sent, 0 to 1 */
  onProgress: (share: number) => void
  signal?: AbortSignal
}

/**
 * Posts a file with progress, which `fetch` does not tell.
 * @throws Error without an answer
 */
export function upload(
  url: string,
  body: Blob,
  { headers = {}, onProgress, signal }: Upload,
): Promise<Response> {
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
      onProgress(loaded / body.size)
    }
    request.onloadend = () => {
      clearTimeout(stalled)
      signal?.removeEventListener('abort', abort)
      const { status, responseText } = request
      if (status === 0) reject(new Error('No answer'))
      else resolve(new Response(responseText, { status }))
    }
    request.open('POST', url)
    for (const [name, value] of Object.entries({ 'content-type': body.type, ...headers }))
      request.setRequestHeader(name, value)
    signal?.addEventListener('abort', abort)
    watch()
    request.send(body)
  })
}
