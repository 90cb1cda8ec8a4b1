import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Line, namesIn, readContents, UNFINISHED } from './backup/contents.ts'
import { writeBackup } from './backup/file.ts'
import { runCommand } from './command.ts'
import { PlainError } from './failure.ts'
import { openDatabase } from './open-database.ts'

// npm run backup -- FILE: writes all rows of the database that DATABASE_URL names, else of the copy on PORT, to a file.
await runCommand(async () => {
  const [name, ...others] = process.argv.slice(2)
  if (!name || others.length > 0) throw new PlainError('Name one file: npm run backup -- shop.backup')
  const file = resolve(name)
  await using database = await openDatabase()
  if ((await namesIn(database)).includes(UNFINISHED))
    throw new PlainError('This database is incomplete: a restore into it was cut off. Back up another one.')
  const now = new Date().toISOString()
  let rows = 0
  let tables = 0
  await writeBackup(file, counted(readContents(database, now)))
  console.log(
    `${rows} rows of ${tables} tables, as of ${now}, are in ${file} (${statSync(file).size} bytes).
Only you can read it: it holds everything about everybody. To see that it can be restored:
npm run restore -- ${name} --into file:NEW-FILE`,
  )

  async function* counted(lines: AsyncIterable<string>): AsyncGenerator<string> {
    for await (const text of lines) {
      yield text
      if (text.startsWith('[')) continue
      const line = JSON.parse(text) as Line
      if (!('sha256' in line)) continue
      tables += 1
      rows += line.rows
    }
  }
})
