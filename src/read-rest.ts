/** For so long a body is read for nothing: that of a form or a call comes at once. */
const MOST_MS = 1_000

/**
 * Reads the body of a request that was answered without it. The runtime closes a connection whose body was not read, and the
 * next request, which may be on its way already, would be lost with it.
 * @param mostBytes a larger body is not worth it
 */
export async function readRest({ body, bodyUsed, headers }: Request, mostBytes: number): Promise<void> {
  if (!body || bodyUsed || Number(headers.get('content-length') ?? 0) > mostBytes) return
  const reader = body.getReader()
  const timer = setTimeout(() => reader.cancel(), MOST_MS)
  try {
    let left = mostBytes
    while (left > 0) {
      const { done, value } = await reader.read()
      if (done) return
      left -= value.byteLength
    }
    await reader.cancel()
  } catch {
    // The client has gone.
  } finally {
    clearTimeout(timer)
  }
}
