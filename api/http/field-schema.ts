import * as z from 'zod/mini'
import { formatPhone, isPhone } from '#domain/phone.ts'
import { normaliseSpaces, printable } from '#domain/text.ts'

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

type TextOptions = { tooLong?: string; lines?: 'one' | 'many'; rule?: [(text: string) => boolean, string] }

/**
 * A text or null; a blank one becomes null.
 * @param options.rule what it has to be, if it is there, and what is said when it is not
 */
export const textOrNull = (max: number, options: TextOptions = {}) => {
  const { tooLong = tooLongWords(max), lines = 'one', rule } = options
  const tidy = lines === 'one' ? oneLine : (text: string) => printable(text).trim()
  return z.nullable(z.string()).check(
    z.overwrite((text) => (text === null ? null : tidy(text) || null)),
    z.refine((text) => (text ?? '').length <= max, { error: tooLong, abort: true }),
    z.refine((text) => text === null || !rule || rule[0](text), rule?.[1]),
  )
}

/** A phone number, or null; a whole one is written as we write all of them. */
export const phoneOrNull = textOrNull(40, { rule: [isPhone, 'Please enter a valid phone number'] }).check(
  z.overwrite((text) => (text !== null && isPhone(text) ? formatPhone(text) : text)),
)

/** Of a record that is made: left out, it is null. */
export const nullIfMissing = <Field extends z.core.$ZodType<string | null>>(field: Field) =>
  z._default(field, null as z.core.util.NoUndefined<z.output<Field>>)

/** Of a record that is changed: left out, it stays as it is. */
export const keptIfMissing = z.exactOptional

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
