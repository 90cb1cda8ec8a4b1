import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** The repository in an empty folder. */
export type Copy = { root: string; remove(): void }

/** Copies what a clone would hold, changes that are not committed included. */
export function copyOfThisCheckout(root: string): Copy {
  const names = git(root, 'ls-files', '--cached', '--others', '--exclude-standard', '-z')
  const deleted = new Set(git(root, 'ls-files', '--deleted', '-z'))
  const copy = emptyCopy()
  for (const name of names.filter((each) => !deleted.has(each))) {
    mkdirSync(dirname(join(copy.root, name)), { recursive: true })
    cpSync(join(root, name), join(copy.root, name))
  }
  return copy
}

/** Copies a commit. */
export function copyOfCommit(root: string, commit: string): Copy {
  const copy = emptyCopy()
  const archive = execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: 2 ** 30 })
  execFileSync('tar', ['-x', '-C', copy.root], { input: archive })
  return copy
}

/** The newest commit whose migrations were fewer than today's. */
export function commitBeforeLastMigration(root: string): string {
  const [last] = git(
    root,
    'log',
    '--diff-filter=A',
    '-1',
    '--format=%H',
    '-z',
    '--',
    'drizzle/migrations/*.sql',
  )
  return `${last}^`
}

/** Writes one thing into the place of another, everywhere in a file. */
export function replaceIn({ root }: Copy, name: string, replacements: Record<string, string>): void {
  const file = join(root, name)
  const text = Object.entries(replacements).reduce(
    (before, [from, to]) => before.replaceAll(from, to),
    readFileSync(file, 'utf8'),
  )
  writeFileSync(file, text)
}

function emptyCopy(): Copy {
  const folder = mkdtempSync(join(tmpdir(), 'apologize-newcomer-'))
  return { root: folder, remove: () => rmSync(folder, { recursive: true }) }
}

function git(root: string, ...args: string[]): string[] {
  const text = execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 })
  return text.split('\0').flatMap((name) => name.trim() || [])
}
