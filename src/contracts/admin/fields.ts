import * as z from 'zod/mini'
import { normaliseSpaces, printable } from '#src/domain/text.ts'

// What the forms of the back office are made of. Of each field the first broken rule is the one that is told.

/** A line that must be there; blank counts as missing. */
export const line = (missing: string, max: number, tooLong = tooLongWords(max)) =>
  z
    .string({ error: missing })
    .check(
      z.overwrite(oneLine),
      z.minLength(1, { error: missing, abort: true }),
      z.maxLength(max, { error: tooLong, abort: true }),
    )

/**
 * A text that may be missing; blank counts as missing and becomes null.
 * @param rule what it has to be, if it is there, and what is said when it is not
 */
export const optionalText = (
  max: number,
  options: { tooLong?: string; lines?: 'one' | 'many'; rule?: [(text: string) => boolean, string] } = {},
) => {
  const { tooLong = tooLongWords(max), lines = 'one', rule } = options
  const tidy = lines === 'one' ? oneLine : (text: string) => printable(text).trim()
  return z._default(z.nullable(z.string()), null).check(
    z.overwrite((text) => (text === null ? null : tidy(text) || null)),
    z.refine((text) => (text ?? '').length <= max, { error: tooLong, abort: true }),
    z.refine((text) => text === null || !rule || rule[0](text), rule?.[1]),
  )
}

function tooLongWords(max: number): string {
  return `Please keep this to ${max} characters`
}

function oneLine(text: string): string {
  return normaliseSpaces(printable(text))
}

/** No text of a list twice: the second one is told. */
export const distinct = (message: string) =>
  z.check<string[]>((list) => {
    const seen = new Set<string>()
    list.value.forEach((item, at) => {
      if (seen.has(item)) list.issues.push({ code: 'custom', path: [at], message, input: item })
      seen.add(item)
    })
  })
