import { choiceAnswerRequest, choiceRequest } from '#api/broken-promises/schema.ts'
import { ApiError } from '#src/lib/api.ts'
import { formValues } from '#src/lib/form-data.ts'
import type { PromiseChoice, ShopApi } from '#src/lib/shop-api.ts'

/** The state of the page: the choice, open or closed; a link that nobody has; or it could not be done now. */
export type ChoicePage =
  | {
      state: 'choice'
      token: string
      choice: PromiseChoice
      /** The fault of the posted form; null: there is none, or nothing was posted. */
      problem: string | null
      /** The posted choice, to be shown again. */
      chosen: Chosen
    }
  | { state: 'unknown' }
  | { state: 'failed'; token: string }

type Chosen = { answer?: string | undefined; date?: string | undefined }

/** The page behind the link in the email. A GET changes nothing. */
export async function showChoice(token: string | null, api: ShopApi): Promise<ChoicePage> {
  return look(token, api, null, {})
}

/** Makes the choice of a form. What cannot be is said above it, with what can be now. */
export async function chooseByForm(form: FormData, api: ShopApi): Promise<ChoicePage> {
  const { token = '', answer, waitUntil, date } = formValues(form)
  const chosen = { answer, date }
  const read = choiceAnswerRequest.safeParse({
    token,
    answer,
    ...(answer === 'wait' && { waitUntil }),
    ...(answer === 'day' && date && { date }),
  })
  if (!read.success) return look(token, api, read.error.issues[0]?.message ?? null, chosen)
  try {
    const choice = await api.answerChoice(read.data)
    return { state: 'choice', token, choice, problem: null, chosen }
  } catch (error) {
    if (!(error instanceof ApiError) || (error.status !== 409 && error.status !== 422))
      return failed(error, token)
    return look(token, api, error.issues[0]?.message ?? error.message, chosen)
  }
}

async function look(
  sent: string | null,
  api: ShopApi,
  problem: string | null,
  chosen: Chosen,
): Promise<ChoicePage> {
  const read = choiceRequest.safeParse({ token: sent })
  if (!read.success) return { state: 'unknown' }
  const { token } = read.data
  try {
    return { state: 'choice', token, choice: await api.choice(token), problem, chosen }
  } catch (error) {
    return failed(error, token)
  }
}

function failed(error: unknown, token: string): ChoicePage {
  const unknown = error instanceof ApiError && error.code === 'link_unknown'
  return unknown ? { state: 'unknown' } : { state: 'failed', token }
}
