import * as z from 'zod'

const ADDRESS = /^(?:[^<>\r\n]*<[^\s<>@]+@[^\s<>@]+\.[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+\.[^\s<>@]+)$/
const ADDRESS_WORDS =
  'The email address needs to follow the `email@example.com` or `Name <email@example.com>` format.'

const address = (field: string) => z.string().regex(ADDRESS, `Invalid \`${field}\` field. ${ADDRESS_WORDS}`)

/** One address or at most 50, read as a list. */
const addresses = (field: string) =>
  z.preprocess(
    (value) => (typeof value === 'string' ? [value] : value),
    z
      .array(address(field))
      .min(1, `Missing \`${field}\` field.`)
      .max(50, `Too many addresses in the \`${field}\` field.`),
  )

const tagWord = z
  .string()
  .regex(/^[\w-]{1,256}$/, 'Tags should only contain ASCII letters, numbers, underscores, or dashes.')

/**
 * The body of `POST /emails`, with the fields that the shop sends. The real service ignores those it does not know; this one
 * refuses them, so that a misspelled one is found here.
 */
export const emailSchema = z
  .strictObject({
    from: address('from'),
    to: addresses('to'),
    reply_to: z.optional(addresses('reply_to')),
    subject: z.string(),
    html: z.string().optional(),
    text: z.string().optional(),
    headers: z.record(z.string(), z.string()).default({}),
    tags: z.array(z.strictObject({ name: tagWord, value: tagWord })).default([]),
  })
  .refine(({ html, text }) => html !== undefined || text !== undefined, 'Missing `html` or `text` field.')

export type Email = z.output<typeof emailSchema>

/** A message in the inbox. */
export interface Message extends Email {
  id: string
  /** ISO instant of its arrival. */
  createdAt: string
}

export interface MailProblem {
  statusCode: 400 | 401 | 403 | 404 | 409 | 422 | 429 | 500
  name: string
  message: string
}

export function mailProblem(
  statusCode: MailProblem['statusCode'],
  name: string,
  message: string,
): MailProblem {
  return { statusCode, name, message }
}

/** Reads the body of a request: the email, or what the service says instead. */
export function readEmail(body: unknown): { email: Email } | { problem: MailProblem } {
  const result = emailSchema.safeParse(body, { reportInput: true })
  if (result.success) return { email: result.data }
  const [issue] = result.error.issues
  const field = issue?.path.map(String).join('.')
  const isMissing = issue?.code !== 'custom' && issue?.input === undefined
  const said = isMissing ? `Missing \`${field}\` field.` : issue.message
  if (said.startsWith('Missing')) return { problem: mailProblem(422, 'missing_required_field', said) }
  const message =
    issue?.code === 'invalid_type' ? `Invalid \`${field}\` field. It must be: ${issue.expected}.` : said
  return { problem: mailProblem(422, 'validation_error', message) }
}
