import { globSync, readFileSync } from 'node:fs'
import { dirname, join, matchesGlob } from 'node:path/posix'
import { expect, test } from 'vitest'

// A page has a sheet of its own, whose @source names the files it is made of. A file that is forgotten there would lose
// its classes without a word. Pages to read use no utilities: their sheets name no files.

const text = (file: string) => readFileSync(file, 'utf8')

/** The files of src that a file imports, and so on. */
function madeOf(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found
  found.add(file)
  for (const [, from = ''] of text(file).matchAll(/(?:from|import) '((?:#src|\.)\/[^']+)'/g)) {
    if (!/\.(astro|tsx?)$/.test(from)) continue
    madeOf(from.startsWith('#') ? from.slice(1) : join(dirname(file), from), found)
  }
  return found
}

/** What a sheet reads for class names, its imports' reading included, as globs. */
function reads(sheet: string): string[] {
  const own = [...text(sheet).matchAll(/@source "([^"]+)"/g)].map(([, glob = '']) =>
    join(dirname(sheet), glob),
  )
  const imported = [...text(sheet).matchAll(/@import "(\.[^"]+)"/g)].map(([, at = '']) =>
    join(dirname(sheet), at),
  )
  return [...own, ...imported.flatMap(reads)]
}

const sheetOf = (files: Iterable<string>) =>
  new Set(
    [...files].flatMap((file) =>
      [...text(file).matchAll(/^import '#(src\/styles\/[^']+)'/gm)].map(([, at = '']) => at),
    ),
  )

/** All that a sheet says, its imports included. */
function says(sheet: string): string {
  const imported = [...text(sheet).matchAll(/@import "(\.[^"]+)"/g)].map(([, at = '']) => at)
  return [text(sheet), ...imported.map((at) => says(join(dirname(sheet), at)))].join('\n')
}

/** Classes that a page without utilities uses and its sheet does not know. */
function unknownClasses(files: Iterable<string>, sheet: string): string[] {
  const css = says(sheet)
  const used = [...files].flatMap((file) =>
    [...text(file).matchAll(/\sclass(?:Name)?="([^"{]+)"/g)].flatMap(([, names = '']) => names.split(/\s+/)),
  )
  return [...new Set(used)].filter((name) => !css.includes(`.${name}`) && !css.includes(`@utility ${name} `))
}

const PAGES = globSync('src/pages/**/*.astro')

test.each(PAGES)('%s has one sheet, and the sheet reads all that the page is made of', (page) => {
  const files = madeOf(page)
  const sheets = [...sheetOf(files)]
  expect(sheets).toHaveLength(1)
  const sheet = sheets[0] ?? ''
  if (!text(sheet).includes('@source')) return expect(unknownClasses(files, sheet)).toEqual([])
  const globs = reads(sheet)
  const dressed = [...files].filter(
    (file) => /\bclass(Name|:list)?=/.test(text(file)) || file.endsWith('ui/toast.ts'),
  )
  const unread = dressed.filter(
    (file) => !globs.some((glob) => matchesGlob(file, glob) || matchesGlob(file, `${glob}/**`)),
  )
  expect(unread).toEqual([])
})
