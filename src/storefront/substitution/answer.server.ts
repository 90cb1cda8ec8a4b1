import { substitutionAnswerRequest, substitutionRequest } from '#api/substitutions/schema.ts'
import { ApiError } from '#src/lib/api.ts'
import { formValues } from '#src/lib/form-data.ts'
import type { ShopApi, SubstitutionQuestion } from '#src/lib/shop-api.ts'

/** The state of the page: the question, open or over; a link that nobody has; or it could not be done now. */
export type QuestionPage =
  | {
      state: 'question'
      token: string
      question: SubstitutionQuestion
      /** The fault of the posted form; null: there is none, or nothing was posted. */
      problem: string | null
    }
  | { state: 'unknown' }
  | { state: 'failed'; token: string }

/** The page behind the link in the email. A GET changes nothing. */
export async function showQuestion(token: string | null, api: ShopApi): Promise<QuestionPage> {
  return look(token, api, null)
}

/** Answers with the button of a form. What cannot be is said above it, with how it ended. */
export async function answerByForm(form: FormData, api: ShopApi): Promise<QuestionPage> {
  const { token = '', answer } = formValues(form)
  const read = substitutionAnswerRequest.safeParse({ token, answer })
  if (!read.success) return look(token, api, read.error.issues[0]?.message ?? null)
  try {
    return { state: 'question', token, question: await api.answerSubstitution(read.data), problem: null }
  } catch (error) {
    if (!(error instanceof ApiError) || (error.status !== 409 && error.status !== 422))
      return failed(error, token)
    return look(token, api, error.issues[0]?.message ?? error.message)
  }
}

async function look(sent: string | null, api: ShopApi, problem: string | null): Promise<QuestionPage> {
  const read = substitutionRequest.safeParse({ token: sent })
  if (!read.success) return { state: 'unknown' }
  const { token } = read.data
  try {
    return { state: 'question', token, question: await api.substitution(token), problem }
  } catch (error) {
    return failed(error, token)
  }
}

function failed(error: unknown, token: string): QuestionPage {
  const unknown = error instanceof ApiError && error.code === 'link_unknown'
  return unknown ? { state: 'unknown' } : { state: 'failed', token }
}
