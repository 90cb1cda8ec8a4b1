import { checkContent } from '#src/build/content-checks/check-content.ts'
import { type ContentFile, type Problem, readContent } from '#src/build/content-checks/content-files.ts'

/** The files of the shop, which have no problems (content-checks-guide.test.ts). */
export const FILES: readonly ContentFile[] = readContent('.')

/** The same without their text: other files depend on the fields only, and checking takes less time. */
const FIELDS_ONLY = FILES.map(({ path, source }) => ({
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

/** The problems when these files are added to the shop's. Only the pictures named here exist. */
export function problemsWith(
  files: Record<string, string>,
  { pictures = [] as string[], showDrafts = false } = {},
): Problem[] {
  const added = Object.entries(files).map(([path, source]) => ({ path, source }))
  const kept = FIELDS_ONLY.filter(({ path }) => !(path in files))
  return checkContent([...kept, ...added], new Set(pictures), showDrafts)
}
