import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { openBackup, restoreBackup } from './backup/restore.ts'
import { ROOT, runCommand } from './command.ts'
import { PlainError } from './failure.ts'
import { openAddress } from './open-database.ts'

// npm run restore -- FILE --into ADDRESS: fills an empty database from a backup; DATABASE_AUTH_TOKEN is that database's.
const USAGE = 'npm run restore -- shop.backup --into libsql://…'
const MAX_RECONCILE_HOURS = 2160
await runCommand(async () => {
  const { file, into } = readArguments()
  const backup = await openBackup(file, ROOT)
  await using database = await openAddress(into)
  const tables = await restoreBackup(database, backup, (sentence) => console.log(sentence))
  const rows = [...tables.values()].reduce((sum, table) => sum + table.rows, 0)
  console.log(
    `Restored: ${rows} rows of ${tables.size} tables, as of ${backup.madeAt}.\n${next(into, backup.madeAt)}`,
  )
})

/** @throws PlainError about what is missing */
function readArguments(): { file: string; into: string } {
  const { positionals, values } = parse()
  const [file, ...others] = positionals
  if (!file) throw new PlainError(`Name the backup: ${USAGE}`)
  if (!values.into) throw new PlainError(`Name an empty database with --into: ${USAGE}`)
  if (others.length > 0) throw new PlainError(`Name one backup: ${USAGE}`)
  return { file: resolve(file), into: values.into }
}

function parse() {
  try {
    return parseArgs({ allowPositionals: true, options: { into: { type: 'string' } } })
  } catch (error) {
    throw new PlainError(`${error instanceof Error ? error.message : String(error)}. ${USAGE}`)
  }
}

/** The next steps, for the owner. @param madeAt ISO instant */
function next(into: string, madeAt: string): string {
  if (into.startsWith('file:')) return 'The file is a whole database.'
  const hours = Math.min(Math.ceil((Date.now() - Date.parse(madeAt)) / 3_600_000) + 2, MAX_RECONCILE_HOURS)
  return `Next (docs/reliability.md, "Restore from a backup of your own"):
1. Under [vars] in wrangler.toml, set RECONCILE_HOURS = "${hours}"; in production.env, the address and token of this database.
2. npm run deploy -- --settings production.env
3. Look at /api/health and at the orders in the back office.`
}
