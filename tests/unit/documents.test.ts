import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

// Everything that a document names is there: the files that it links to, the headings in them, and the files of the code.

const DOCUMENTS = globSync(['*.md', 'docs/**/*.md']).toSorted()
/** Documents about the code as it is; decisions and changes tell of files that may be gone. */
const ABOUT_NOW = DOCUMENTS.filter((path) => !path.startsWith('docs/decisions/') && path !== 'CHANGELOG.md')

const withoutBlocks = (text: string) => text.replace(/^ *```.*?^ *```/gms, '')
const linksIn = (text: string) =>
  [
    ...withoutBlocks(text)
      .replace(/`[^`]*`/g, '')
      .matchAll(/\]\(([^)\s]+)\)/g),
  ]
    .map(([, to = '']) => to)
    .filter((to) => !/^[a-z]+:/.test(to))

/** The anchor that GitHub gives a heading. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-')
}

function anchorsIn(text: string): string[] {
  return [...withoutBlocks(text).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading))
}

/** The links of a document that open nothing. */
function deadLinks(path: string, text: string): string[] {
  return linksIn(text).filter((link) => {
    const [file = '', anchor] = link.split('#')
    const target = join(dirname(path), file)
    if (file !== '' && !existsSync(target)) return true
    if (anchor === undefined) return false
    return !anchorsIn(file === '' ? text : readFileSync(target, 'utf8')).includes(anchor)
  })
}

const ROOTS = '(?:api|docs|domain|drizzle|local|public|src|tests|tools)'

/** The files and folders of ours that a document names between backticks and that are not there. */
function missingFiles(text: string): string[] {
  return [...text.matchAll(new RegExp(`\`(${ROOTS}/[^\`\\s<>*{}:…]+)\``, 'g'))]
    .map(([, path = '']) => path)
    .filter((path) => !existsSync(path))
}

const broken = (paths: readonly string[], check: (path: string, text: string) => string[]) =>
  paths.flatMap((path) => check(path, readFileSync(path, 'utf8')).map((what) => `${path}: ${what}`))

test('no document has a dead link', () => {
  expect(DOCUMENTS).toContain('docs/deploy.md')
  expect(broken(DOCUMENTS, deadLinks)).toEqual([])
})

test('no document names a file of the code that is not there', () => {
  expect(broken(ABOUT_NOW, (_, text) => missingFiles(text))).toEqual([])
})

test('a link to a missing file, to a missing heading, and a missing file are noticed', () => {
  const text =
    '# Here\n[a](b.md) [b](#here) [c](#there) [d](README.md#nothing) [e](README.md) `api/none.ts` `api/app.ts`'
  expect(deadLinks('a.md', text)).toEqual(['b.md', '#there', 'README.md#nothing'])
  expect(missingFiles(text)).toEqual(['api/none.ts'])
})
