import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { newArticle } from './article-template.ts'
import { ROOT } from './command.ts'

// npm run new:article -- "Title": starts an article as a draft.

try {
  const now = new Date()
  const two = (number: number) => String(number).padStart(2, '0')
  const today = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
  const { path, source } = newArticle(process.argv.slice(2).join(' '), today)
  const file = join(ROOT, path)
  mkdirSync(dirname(file), { recursive: true })
  // wx: never over a file that is there.
  writeFileSync(file, source, { flag: 'wx' })
  console.log(`
${path} is there, as a draft. Write it, look at it with npm run dev, and take out the line
"draft: true" when it may be published. docs/editing.md says the rest.
`)
} catch (error) {
  console.error(`\n${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}
