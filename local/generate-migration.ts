import { execFileSync } from 'node:child_process'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { mendMigration } from './mend-migration.ts'

// npm run db:generate: writes the migration from the last one to drizzle/schema.

const before = new Set(globSync('drizzle/migrations/*.sql'))
const snapshot = globSync('drizzle/migrations/meta/*_snapshot.json').toSorted().at(-1)
execFileSync(process.execPath, ['node_modules/drizzle-kit/bin.cjs', 'generate', ...process.argv.slice(2)], {
  stdio: 'inherit',
})
for (const file of globSync('drizzle/migrations/*.sql')) {
  if (before.has(file) || snapshot === undefined) continue
  writeFileSync(file, mendMigration(readFileSync(file, 'utf8'), JSON.parse(readFileSync(snapshot, 'utf8'))))
}
