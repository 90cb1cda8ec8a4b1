/** The lines of a text that comes in pieces. Only a line feed ends a line: JSON text may hold every other separator. */
export async function* readLines(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const piece of pieces) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest) yield rest
}

const BLOCK_CHARACTERS = 64 * 1024

/** The bytes of lines, many at once: one by one they would take several times as long. */
export async function* inBlocks(lines: Iterable<string> | AsyncIterable<string>): AsyncGenerator<Buffer> {
  let block = ''
  for await (const line of lines) {
    block += `${line}\n`
    if (block.length < BLOCK_CHARACTERS) continue
    yield Buffer.from(block)
    block = ''
  }
  yield Buffer.from(block)
}
