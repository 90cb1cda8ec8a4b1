import type { Issue } from '#api/http/error-schema.ts'
import { ApiError } from './api.ts'

/** The texts of a form, by field. A form that is sent without JavaScript writes line breaks as two characters, which count as one. */
export function formValues(form: FormData): Record<string, string> {
  const values: Record<string, string> = {}
  for (const [name, value] of form)
    if (typeof value === 'string') values[name] = value.replaceAll('\r\n', '\n')
  return values
}

/** The form that came with a POST, empty if it cannot be read; null if the page was only asked for. */
export async function receivedForm(request: Request): Promise<FormData | null> {
  if (request.method !== 'POST') return null
  return request.formData().catch(() => new FormData())
}

/** Error messages by the name of the field. */
export type Messages = Partial<Record<string, string>>

/** Texts or messages by the name of a known field. */
export type ByField<Field extends string> = { [field in Field]?: string | undefined }

type Rule = {
  safeParse(value: unknown): { success: boolean; error?: { issues: { message: string }[] } | undefined }
}

/** Checks each value by the contract's rule for its field; of each field the first broken rule counts. */
export function checkFields(rules: Record<string, Rule>, values: Record<string, unknown>): Messages {
  const messages: Messages = {}
  for (const [name, rule] of Object.entries(rules)) {
    const message = rule.safeParse(values[name] ?? '').error?.issues[0]?.message
    if (message) messages[name] = message
  }
  return messages
}

/** The API's issues by field: the last part of a path (`customerInfo.email`) is the field's name. */
export function messagesOf(issues: readonly Issue[]): Messages {
  const messages: Messages = {}
  for (const { path, message } of issues) messages[fieldOf(path)] ??= message
  return messages
}

/**
 * True if the page is older or newer than the server that has refused its form: it sent a field that is not known there, or
 * lacks one that is asked for.
 * @param fields of the form, by name
 */
export function isOutOfDate(error: unknown, fields: object): boolean {
  if (!(error instanceof ApiError)) return false
  return error.code === 'page_outdated' || error.issues.some(({ path }) => !(fieldOf(path) in fields))
}

const fieldOf = (path: string) => path.split('.').at(-1) ?? path
