import type { z } from 'astro/zod'
import type { ParsedFile, Problem } from './content-files.ts'

/** The error map of the content schemas: a problem for each field, with its line, what is expected and what was found. */
export function schemaProblems({ path: file, fields, lineOf }: ParsedFile, schema: z.ZodObject): Problem[] {
  const { issues = [] } = schema.safeParse(fields, { reportInput: true }).error ?? {}
  return issues.flatMap((issue): Problem[] => {
    if (issue.code !== 'unrecognized_keys') {
      const [top] = issue.path
      const message = `${issue.message}${found(issue.input)}`
      return [{ file, field: fieldName(issue.path), line: lineOf(String(top)), message }]
    }
    return issue.keys.map((key) => {
      const path = [...issue.path, key]
      const known = path.length > 1 ? '' : `. There are: ${Object.keys(schema.shape).join(', ')}`
      return {
        file,
        field: fieldName(path),
        line: lineOf(String(path[0])),
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

function found(value: unknown): string {
  if (value === undefined || value === null) return '; it is missing'
  if (typeof value !== 'string') return ''
  const { length } = value.trim()
  return `; found “${value}” (${length} ${length === 1 ? 'character' : 'characters'})`
}
