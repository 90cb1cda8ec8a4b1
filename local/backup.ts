import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync, gzipSync } from 'node:zlib'
import { createClient } from '@libsql/client/web'
import { type Backup, readBackup, restoreBackup } from './backup-file.ts'
import { failureText } from './failure.ts'
import { openDatabase } from './open-database.ts'

// npm run backup -- FILE: writes all rows of the database that DATABASE_URL names, else of the copy on PORT, to a file.
// npm run restore -- FILE: fills an empty database, named the same way, from it.
const [what, file] = process.argv.slice(2)
if (!file) {
  console.error(`Name the file: npm run ${what} -- shop.json.gz`)
  process.exit(1)
}
const { url, authToken, close } = await openDatabase()
const client = createClient({ url, ...(authToken ? { authToken } : {}) })
try {
  if (what === 'backup') {
    const backup = await readBackup(client)
    // For its owner only: it holds everything about everybody.
    writeFileSync(file, gzipSync(JSON.stringify(backup)), { mode: 0o600 })
    const counts = Object.values(backup.tables).map(({ rows }) => rows.length)
    console.log(`${counts.reduce((sum, n) => sum + n, 0)} rows of ${counts.length} tables are in ${file}.`)
  } else {
    const backup = JSON.parse(gunzipSync(readFileSync(file)).toString()) as Backup
    const rows = await restoreBackup(client, backup, fileURLToPath(new URL('..', import.meta.url)))
    console.log(`${rows} rows are restored and counted.`)
  }
} catch (error) {
  console.error(failureText(error))
  process.exitCode = 1
} finally {
  client.close()
  await close()
}
