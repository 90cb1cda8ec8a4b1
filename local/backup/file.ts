import { createHash } from 'node:crypto'
import { createReadStream, existsSync, renameSync, rmSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { PlainError } from '#local/failure.ts'
import { inBlocks, readLines } from '#local/lines.ts'

// A backup is this text, its lines compressed with gzip, and the SHA-256 of both.
const MAGIC = Buffer.from('Apologize Better backup 1\n')
const CHECKSUM_BYTES = 32

/**
 * Writes a backup for its owner only: it holds everything about everybody. Until it is complete it is FILE.part.
 * @throws PlainError when one of the two exists, or there is no such folder
 */
export async function writeBackup(file: string, lines: AsyncIterable<string>): Promise<void> {
  const part = `${file}.part`
  if (existsSync(file))
    throw new PlainError(`${file} exists, and a backup is never overwritten. Name another file.`)
  if (existsSync(part))
    throw new PlainError(`${part} exists: a backup is being written, or was cut off. Delete it if none is.`)
  const remove = () => rmSync(part, { force: true })
  const leave = () => {
    remove()
    process.exit(1)
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  for (const signal of signals) process.once(signal, leave)
  try {
    // Opened before anything can fail: a stream would open it later, also after it was removed.
    const output = (await open(part, 'wx', 0o600)).createWriteStream({ flush: true })
    await pipeline(Readable.from(inBlocks(lines)), createGzip(), seal, output)
    renameSync(part, file)
  } catch (error) {
    remove()
    const code: unknown = Reflect.get(Object(error), 'code')
    if (typeof code === 'string' && Reflect.get(Object(error), 'path') === part)
      throw new PlainError(`${file} cannot be written (${code}).`)
    throw error
  } finally {
    for (const signal of signals) process.off(signal, leave)
  }
}

/**
 * The lines of a backup, once its checksum was found right.
 * @throws PlainError when the file is missing, is no backup, or is not as it was written
 */
export async function* readBackup(file: string): AsyncGenerator<string> {
  await checkSeal(file)
  const compressed = createReadStream(file, { start: MAGIC.length, end: checksumAt(file) - 1 })
  const gunzip = createGunzip()
  const piped = pipeline(compressed, gunzip)
  // A reader may stop before the end.
  piped.catch(() => {})
  yield* readLines(gunzip)
  await piped
}

async function* seal(compressed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const hash = createHash('sha256').update(MAGIC)
  yield MAGIC
  for await (const chunk of compressed) {
    hash.update(chunk)
    yield chunk
  }
  yield hash.digest()
}

async function checkSeal(file: string): Promise<void> {
  const stats = statSync(file, { throwIfNoEntry: false })
  if (!stats) throw new PlainError(`There is no file ${file}.`)
  if (!stats.isFile()) throw new PlainError(`${file} is not a file.`)
  const handle = await open(file)
  try {
    const { buffer } = await handle.read(Buffer.alloc(MAGIC.length), 0, MAGIC.length, 0)
    if (!buffer.equals(MAGIC)) {
      throw new PlainError(
        `${file} is not a backup of this format. A shop.json.gz of before 27 November 2026 had no checksum, and is not read any more.`,
      )
    }
    const { buffer: checksum } = await handle.read(
      Buffer.alloc(CHECKSUM_BYTES),
      0,
      CHECKSUM_BYTES,
      checksumAt(file),
    )
    const hash = createHash('sha256')
    for await (const chunk of createReadStream(file, { end: Math.max(checksumAt(file) - 1, 0) }))
      hash.update(chunk)
    if (!hash.digest().equals(checksum))
      throw new PlainError(
        `${file} is incomplete or damaged: its checksum is wrong. Nothing was restored; take another backup.`,
      )
  } finally {
    await handle.close()
  }
}

function checksumAt(file: string): number {
  return Math.max(statSync(file).size - CHECKSUM_BYTES, 0)
}
