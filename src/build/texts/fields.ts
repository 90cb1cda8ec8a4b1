import type { z } from 'astro/zod'
import { isoDay } from '#src/lib/iso-day.ts'
import { nearest } from './nearest.ts'
import type { Problem } from './problem.ts'
import type { Parts } from './text-file.ts'

type Issue = z.core.$ZodIssue

/**
 * Holds the frontmatter of a file to its schema.
 * @returns a problem a field: what is expected there and what was found
 */
export function fieldProblems(file: string, { fields, lineOf }: Parts, schema: z.ZodObject): Problem[] {
  const checked = schema.safeParse(fields)
  if (checked.success) return []
  const known = Object.keys(schema.shape)
  return checked.error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => unknownField(file, issue, key, known, lineOf))
      : [wrongField(file, issue, fields, lineOf)],
  )
}

function unknownField(
  file: string,
  issue: Issue,
  key: string,
  known: readonly string[],
  lineOf: Parts['lineOf'],
): Problem {
  const [top] = issue.path
  if (top !== undefined) {
    const message = 'is no field here; expected title, by, where and url'
    return { file, field: nameOf([...issue.path, key]), line: lineOf(String(top)), message }
  }
  const meant = nearest(key, known)
  const message = `is no field of this file. ${meant ? `Is it ${meant}? ` : ''}There are: ${known.join(', ')}`
  return { file, field: key, line: lineOf(key), message }
}

function wrongField(
  file: string,
  { path, message }: Issue,
  fields: Record<string, unknown>,
  lineOf: Parts['lineOf'],
): Problem {
  const value = path.reduce<unknown>((from, key) => inside(from, key), fields)
  const line = lineOf(String(path[0]))
  return { file, field: nameOf(path), line, message: `${message}; ${found(value)}` }
}

function inside(value: unknown, key: PropertyKey): unknown {
  return typeof value === 'object' && value !== null
    ? (value as Record<PropertyKey, unknown>)[key]
    : undefined
}

/** sources, 2, url → sources 3, url: people count from one. */
function nameOf(path: readonly PropertyKey[]): string {
  return path
    .map((key) => (typeof key === 'number' ? ` ${key + 1}` : `, ${String(key)}`))
    .join('')
    .replace(/^, /, '')
}

function found(value: unknown): string {
  if (value === undefined) return 'it is missing'
  if (value === null) return 'it is empty'
  if (value instanceof Date) return `found the day ${isoDay(value)}`
  if (typeof value === 'string') {
    const shown = value.length > 60 ? `${value.slice(0, 60)}…` : value
    const length = value.trim().length
    return `found “${shown}” (${length} ${length === 1 ? 'character' : 'characters'})`
  }
  return `found ${JSON.stringify(value)}`
}
