import * as z from 'zod/mini'
import { PAGE_SIZES } from '#domain/admin-lists.ts'
import { keptIfMissing, key, plainText } from './field-schema.ts'

const SEARCH_MAX = 100
const PAGE_MAX = 1_000_000

/** Every list takes words to search for, a page, from 1, and the rows of a page. Other lists add their filters to it. */
export const pageQuery = {
  q: z.optional(
    plainText().check(z.maxLength(SEARCH_MAX, `Please keep the search to ${SEARCH_MAX} characters`)),
  ),
  // Beyond the last page there is the last one: no number is too high.
  page: z._default(
    z.coerce.number().check(
      z.int(),
      z.minimum(1),
      z.overwrite((page) => Math.min(page, PAGE_MAX)),
    ),
    1,
  ),
  size: z._default(z.pipe(z.coerce.number(), z.literal(PAGE_SIZES)), PAGE_SIZES[0]),
}

/** The routes of one record take its id. */
export const idParams = z.object({ id: key(64) })

/** Whose version the caller has read: a write against another one is refused with `edit_conflict`. */
export const version = z.coerce.number().check(z.int(), z.minimum(1))

export const versionRequest = z.strictObject({ version })

/** A field with a default has it only when a record is created. */
type FieldOfUpdate<Field> =
  Field extends z.ZodMiniDefault<infer Given extends z.core.$ZodType> ? z.ZodMiniExactOptional<Given> : Field

/**
 * The schema of an update, made from the form's: all of its fields, and the version that was read. A field that the form
 * requires stays required; one with a default keeps its stored value when it is missing.
 */
export function updateOf<Shape extends z.core.$ZodShape>(form: z.ZodMiniObject<Shape>) {
  const fields = Object.entries(form.shape).map(([name, field]) => [
    name,
    field instanceof z.ZodMiniDefault ? keptIfMissing(field.def.innerType) : field,
  ])
  const shape = Object.fromEntries(fields) as { [Name in keyof Shape]: FieldOfUpdate<Shape[Name]> }
  return z.strictObject({ ...shape, version })
}

/** The emails of a change of status wait until it cannot be undone any more. */
export const holdEmails = z.optional(z.boolean())

/** The last change is undone, with all that it has led to: the status is the one before it. */
export const undo = z.optional(z.boolean())

/** An answer of a list that did not know all of its query. */
export type Ignored = {
  /** `name=value`, as they came. */
  ignored?: readonly string[] | undefined
}
