/**
 * Reads a body to its end. Whatever ends it earlier, no more of it is read.
 * @param take is given each part of it, and throws once there is too much
 * @param late rejects when it takes too long
 * @param cut the error of a connection that was cut
 */
export async function readParts(
  body: ReadableStream<Uint8Array>,
  take: (part: Uint8Array) => void,
  late: Promise<never>,
  cut: () => Error,
): Promise<void> {
  const reader = body.getReader()
  const next = () =>
    reader.read().catch(() => {
      throw cut()
    })
  try {
    for (;;) {
      const { done, value } = await Promise.race([next(), late])
      if (done) return
      take(value)
    }
  } catch (error) {
    // Not awaited: a connection that hangs would hold the answer up.
    reader.cancel().catch(() => {})
    throw error
  }
}
