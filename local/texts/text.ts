import * as z from 'zod'

/** A text in one of the conversations. `phone` is the other's number. */
export interface Text {
  id: string
  direction: 'outbound' | 'inbound'
  phone: string
  text: string
  /** ISO instant. */
  createdAt: string
}

/** Ways in which the fate of a text is reported to the shop. */
export const REPORTS = ['on-time', 'late', 'twice', 'never', 'failed', 'unconfirmed'] as const
export type Report = (typeof REPORTS)[number]

export const E164 = /^\+1[2-9]\d{2}[2-9]\d{6}$/
/** Ten parts, above which the real service refuses a text. */
const LONGEST = 1600

export interface TextProblem {
  status: 400 | 401 | 404 | 409 | 422 | 429 | 500
  code: string
  title: string
  detail: string
}

export function textProblem(
  status: TextProblem['status'],
  code: string,
  title: string,
  detail = title,
): TextProblem {
  return { status, code, title, detail }
}

/**
 * The body of `POST /v2/messages`, with the fields that the shop sends. The real service ignores those it does not know; this one
 * refuses them, so that a misspelled one is found here.
 */
const messageSchema = z.strictObject({
  from: z.string(),
  to: z.string(),
  text: z.string().min(1).max(LONGEST),
  type: z.literal('SMS').optional(),
})

/** Reads the body of a request: the text, or what the service says instead. @param from the number that is ours */
export function readMessage(
  body: unknown,
  from: string,
): { to: string; text: string } | { problem: TextProblem } {
  const read = messageSchema.safeParse(body)
  if (!read.success) {
    const [issue] = read.error.issues
    const detail = `${issue?.path.join('.')}: ${issue?.message}`
    return { problem: textProblem(400, '10015', 'Bad Request', detail) }
  }
  if (read.data.from !== from) {
    const detail = `The source number ${read.data.from} is not assigned to a messaging profile of yours.`
    return { problem: textProblem(400, '40305', "Invalid 'from' address", detail) }
  }
  if (E164.test(read.data.to)) return read.data
  return { problem: textProblem(400, '40310', "Invalid 'to' address", `${read.data.to} is no number.`) }
}
