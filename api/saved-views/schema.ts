import * as z from 'zod/mini'
import { line } from '#api/http/field-schema.ts'
import { VIEW_LISTS } from '#domain/admin-lists.ts'
import { VIEW_NAME_MAX, VIEW_SEARCH_MAX } from '#domain/limits.ts'

/** The part of a view that a person fills in. */
export const viewForm = z.object({ name: line('Please give it a name', VIEW_NAME_MAX) })

/** A view of the same name is replaced. */
export const savedViewRequest = z.strictObject({
  ...viewForm.shape,
  list: z.enum(VIEW_LISTS),
  /** The query of the list's address, without its question mark. */
  search: line('There is no search or filter to save', VIEW_SEARCH_MAX),
})

export type SavedViewRequest = z.infer<typeof savedViewRequest>
