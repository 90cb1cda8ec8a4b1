import type { z } from 'astro/zod'
import type { Problem } from './content-files.ts'
import type { ParsedFile } from './frontmatter.ts'

/** The error map of the content schemas: a problem for each field, with its line, what is expected and what was found. */
export function schemaProblems(
  { path: file, fields, unreadable, lineOf }: ParsedFile,
  schema: z.ZodObject,
): Problem[] {
  if (!fields) return []
  const { issues = [] } = schema.safeParse(fields, { reportInput: true }).error ?? {}
  return issues.flatMap((issue): Problem[] => {
    const [top] = issue.path
    // Its fault was named already.
    if (unreadable.has(String(top))) return []
    if (issue.code !== 'unrecognized_keys') {
      const isNoText = issue.code === 'invalid_type' && issue.expected === 'string'
      const message = `${issue.message}${found(issue.input, isNoText)}`
      return [{ file, field: fieldName(issue.path), line: lineOf(String(top)) ?? 1, message }]
    }
    return issue.keys.map((key) => {
      const path = [...issue.path, key]
      const known = path.length > 1 ? '' : `. There are: ${Object.keys(schema.shape).join(', ')}`
      return {
        file,
        field: fieldName(path),
        line: lineOf(String(path[0])) ?? 1,
        message: `is not a field here${known}`,
      }
    })
  })
}

/** sources, 2, url → sources 3, url */
function fieldName(path: readonly PropertyKey[]): string {
  return path
    .map((key) => (typeof key === 'number' ? ` ${key + 1}` : `, ${String(key)}`))
    .join('')
    .replace(/^, /, '')
}

function found(value: unknown, isNoText: boolean): string {
  if (value === undefined || value === null) return '; it is missing'
  if (typeof value === 'number' || typeof value === 'boolean')
    return `; found ${value}${isNoText ? `. Write it between quotation marks: "${value}"` : ''}`
  if (typeof value !== 'string') return ''
  const { length } = value.trim()
  return `; found “${value}” (${length} ${length === 1 ? 'character' : 'characters'})`
}
