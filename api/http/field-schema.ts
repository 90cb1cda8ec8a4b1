import * as z from 'zod/mini'
import { formatPhone, isPhone } from '#domain/phone.ts'
import { normaliseSpaces, normaliseText } from '#domain/text.ts'

// Field schemas of the back office's forms. Only the first broken rule of a field is reported.

/** A required line; blank counts as missing. */
export const line = (missing: string, max: number, tooLong = tooLongMessage(max)) =>
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
 * @param options.rule a condition for a given text, and its message
 */
export const textOrNull = (max: number, options: TextOptions = {}) => {
  const { tooLong = tooLongMessage(max), lines = 'one', rule } = options
  const tidy = lines === 'one' ? oneLine : (text: string) => normaliseText(text).trim()
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

/** For creating: a missing field becomes null. */
export const nullIfMissing = <Field extends z.core.$ZodType<string | null>>(field: Field) =>
  z._default(field, null as z.core.util.NoUndefined<z.output<Field>>)

/** For updating: a missing field keeps its value. */
export const keptIfMissing = z.exactOptional

function tooLongMessage(max: number): string {
  return `Please keep this to ${max} characters`
}

function oneLine(text: string): string {
  return normaliseSpaces(normaliseText(text))
}

/** Refuses duplicates in a list; the issue is at the second one. */
export const distinct = (message: string) =>
  z.check<string[]>((list) => {
    const seen = new Set<string>()
    list.value.forEach((item, at) => {
      if (seen.has(item)) list.issues.push({ code: 'custom', path: [at], message, input: item })
      seen.add(item)
    })
  })
