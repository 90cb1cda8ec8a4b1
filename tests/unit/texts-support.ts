import { checkTexts } from '#src/build/texts/check.ts'
import type { Problem } from '#src/build/texts/problem.ts'
import { readTexts, type TextFile } from '#src/build/texts/text-file.ts'

/** The texts of the shop, which need no mending (texts-content.test.ts). */
export const TEXTS: readonly TextFile[] = readTexts('.')

/** The same with their fields only: that is what others depend on, and quicker to look through. */
const FIELDS_ONLY = TEXTS.map(({ path, source }) => ({
  path,
  source: source.slice(0, source.indexOf('\n---\n') + 5),
}))

const FIELDS = {
  title: 'How to Say It by Text',
  description: 'What to write when you cannot call, and when a text is not enough.',
  standfirst: 'Some apologies have to fit into a message.',
  slug: 'by-text',
  published: '2026-11-20',
  updated: '2026-11-21',
  topics: '[words]',
}

/** An article; a field that is null is left out. */
export function article(fields: Record<string, string | null> = {}, body = 'Some text.'): string {
  const lines = Object.entries({ ...FIELDS, ...fields }).flatMap(([name, value]) =>
    value === null ? [] : [`${name}: ${value}`],
  )
  return `---\n${lines.join('\n')}\n---\n\n${body}\n`
}

/** The line on which the body of `article()` begins. */
export const BODY_LINE = Object.keys(FIELDS).length + 4

/** What has to be mended when these files are added to the shop's. Only the pictures named here exist. */
export function problemsWith(
  files: Record<string, string>,
  { pictures = [] as string[], shown = 'drafts-left-out' as 'drafts-shown' | 'drafts-left-out' } = {},
): Problem[] {
  const added = Object.entries(files).map(([path, source]) => ({ path, source }))
  const kept = FIELDS_ONLY.filter(({ path }) => !(path in files))
  return checkTexts([...kept, ...added], (path) => pictures.includes(path), shown)
}
