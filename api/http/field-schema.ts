import * as z from 'zod/mini'
import { config } from 'zod/mini'
import { countCharacters, narrowText, normaliseSpaces, normaliseText } from '#domain/text.ts'
import { messageOf, tooLongMessage } from './message-schema.ts'

// The parts of which every text field of API and forms is made. Only the first broken rule of a field is reported. `z.maxLength`
// and `z.minLength` count code points, as `countCharacters` and the database do.

// Every schema is made of this module, so that none can forget it. By its own name: the build drops calls of `z` whose result
// nothing uses (astro.config.mjs).
config({ customError: messageOf })

/** More than any field may have. What is longer is refused by its limit, and only so much of it is looked at. */
const MOST_READ = 20_000

const takenBy = (take: (typed: string) => string) => (typed: string) =>
  typed.length > MOST_READ ? typed.slice(0, MOST_READ) : take(typed)

/** Any text that comes in, as the shop takes it in. @param missing the message when there is none */
export const text = (missing?: string) => anyText(missing).check(z.overwrite(takenBy(normaliseText)))

/** A text of plain signs, such as an email address, a ZIP code or a reference: wide forms become narrow ones. */
export const plainText = (missing?: string) =>
  anyText(missing).check(z.overwrite(takenBy((typed) => normaliseSpaces(normaliseText(narrowText(typed))))))

const anyText = (missing?: string) => z.string(missing === undefined ? {} : { error: missing })

/** A required line; blank counts as missing. */
export const line = (missing: string, max: number, tooLong?: string) =>
  text(missing).check(z.overwrite(normaliseSpaces), ...required(missing, max, tooLong))

/** A required line of plain signs. */
export const plainLine = (missing: string, max: number, tooLong?: string) =>
  plainText(missing).check(...required(missing, max, tooLong))

/** Required text of several lines. */
export const paragraphs = (missing: string, max: number) =>
  text(missing).check(z.trim(), ...required(missing, max))

const required = (missing: string, max: number, tooLong = tooLongMessage(max)) =>
  [
    z.minLength(1, { error: missing, abort: true }),
    z.maxLength(max, { error: tooLong, abort: true }),
  ] as const

/** An identifier or a token, which nobody types. */
export const key = (max: number, missing?: string) =>
  text(missing).check(z.minLength(1, missing), z.maxLength(max, missing))

type TextOptions = {
  tooLong?: string
  lines?: 'one' | 'many'
  /** True if the text has plain signs only: wide forms become narrow ones. */
  plain?: boolean
  /** A condition for a given text, and its message. */
  rule?: [(text: string) => boolean, string]
}

/** A text or null; a blank one becomes null. */
export const textOrNull = (max: number, options: TextOptions = {}) => {
  const { tooLong = tooLongMessage(max), lines = 'one', plain = false, rule } = options
  const take = takenBy((typed) => normaliseText(plain ? narrowText(typed) : typed))
  const tidy = (typed: string) => {
    const taken = take(typed)
    return (lines === 'one' ? normaliseSpaces(taken) : taken.trim()) || null
  }
  return z.nullable(z.string()).check(
    z.overwrite((typed) => (typed === null ? null : tidy(typed))),
    z.refine((typed) => countCharacters(typed ?? '') <= max, { error: tooLong, abort: true }),
    z.refine((typed) => typed === null || !rule || rule[0](typed), rule?.[1]),
  )
}

/** A whole number of something. @param message what to say of every other value */
export const whole = (min: number, max: number, what: string, message = wholeMessage(min, max, what)) =>
  z.int({ error: message }).check(z.gte(min, message), z.lte(max, message))

export function wholeMessage(min: number, max: number, what: string): string {
  return `Please enter a whole number of ${what} from ${min} to ${max.toLocaleString('en-US')}`
}

/** For creating: a missing field becomes null. */
export const nullIfMissing = <Field extends z.core.$ZodType<string | number | null>>(field: Field) =>
  z._default(field, null as z.core.util.NoUndefined<z.output<Field>>)

/** For updating: a missing field keeps its value. */
export const keptIfMissing = z.exactOptional

/** Refuses duplicates in a list; the issue is at the second one. */
export const distinct = (message: string) =>
  z.check<string[]>((list) => {
    const seen = new Set<string>()
    list.value.forEach((item, at) => {
      if (seen.has(item)) list.issues.push({ code: 'custom', path: [at], message, input: item })
      seen.add(item)
    })
  })
