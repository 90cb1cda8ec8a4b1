import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@libsql/client/web'
import { expect, test } from 'vitest'
import { startDatabase } from '#local/database/server.ts'

/** The database in a process of its own. */
async function startProcess(file: string) {
  const program = `import { startDatabase } from '#local/database/server.ts'
    const { url } = await startDatabase({ file: process.argv[1], host: '127.0.0.1', port: 0 })
    console.log(url)`
  const args = ['--input-type=module', '--eval', program, file]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const [url] = (await once(child.stdout, 'data')) as [Buffer]
  return { child, url: url.toString().trim() }
}

test('a database killed in the middle of writes has every write that it confirmed, and no half of one', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'database-'))
  const file = join(folder, 'shop.db')
  const { child, url } = await startProcess(file)
  const client = createClient({ url })
  await client.execute('CREATE TABLE t (writer INTEGER, part TEXT)')
  let confirmed = 0
  const write = async (writer: number): Promise<void> => {
    for (;;) {
      const add = (part: string) => ({ sql: 'INSERT INTO t VALUES (?, ?)', args: [writer, part] })
      await client.batch([add('first'), add('second')], 'write')
      confirmed += 1
      if (confirmed === 100) child.kill('SIGKILL')
    }
  }
  await Promise.allSettled(Array.from({ length: 8 }, (_, writer) => write(writer)))
  client.close()

  const database = await startDatabase({ file, host: '127.0.0.1', port: 0 })
  const again = createClient({ url: database.url })
  const [check, counts] = await again.batch([
    'PRAGMA integrity_check',
    "SELECT count(*) FILTER (WHERE part = 'first') AS first, count(*) FILTER (WHERE part = 'second') AS second FROM t",
  ])
  expect(check?.rows[0]?.[0]).toBe('ok')
  expect(counts?.rows[0]?.['first']).toBe(counts?.rows[0]?.['second'])
  expect(Number(counts?.rows[0]?.['first'])).toBeGreaterThanOrEqual(confirmed)
  again.close()
  await database.close()
  await rm(folder, { recursive: true })
})
