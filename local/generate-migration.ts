import { execFileSync } from 'node:child_process'
import { globSync, readFileSync, writeFileSync } from 'node:fs'

// npm run db:generate: writes the migration from the last one to drizzle/schema.

const before = new Set(globSync('drizzle/migrations/*.sql'))
execFileSync(process.execPath, ['node_modules/drizzle-kit/bin.cjs', 'generate', ...process.argv.slice(2)], {
  stdio: 'inherit',
})
for (const file of globSync('drizzle/migrations/*.sql')) {
  if (before.has(file)) continue
  // Where it rebuilds a table, drizzle-kit quotes an index's expression as if it were a column.
  const sql = readFileSync(file, 'utf8')
  writeFileSync(
    file,
    sql.replace(/`([^`]*)`/g, (quoted, name) => (/^\w+$/.test(name) ? quoted : name)),
  )
}
