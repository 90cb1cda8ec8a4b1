import type { AstroGlobal } from 'astro'
import { questionRequest } from '#api/questions/schema.ts'
import { ApiError } from '#src/lib/api.ts'
import { formValues, receivedForm } from '#src/lib/form-data.ts'
import type { Kind, Message, Open } from './kinds.ts'

/** The state of the page: a question, open or over; a link that nobody has; or it could not be done now. */
export type QuestionPage =
  | {
      state: 'asked'
      token: string
      /** Null once the question is over. */
      open: Open | null
      ended: Message | null
      /** The order and its bouquet. */
      reference: string
      bouquet: string
      imageUrl: string | null
      /** The fault of the posted form; null: there is none, or nothing was posted. */
      problem: string | null
      /** The posted form, to be shown again. */
      posted: Posted
    }
  | { state: 'unknown' }
  | { state: 'failed'; token: string }

type About = { reference: string; bouquet: string; imageUrl: string | null }
type Posted = Readonly<Record<string, string>>

/** Answers a request for a page behind a link of an email. A GET changes nothing: mail scanners fetch every link. */
export async function questionPage<Question extends About, Request>(
  kind: Kind<Question, Request>,
  { request, url, locals: { api }, response }: Pick<AstroGlobal, 'request' | 'url' | 'locals' | 'response'>,
): Promise<QuestionPage> {
  const form = await receivedForm(request)
  const posted: Posted = form ? formValues(form) : {}
  const token = form ? (posted['token'] ?? '') : url.searchParams.get('token')
  const page = form ? await answer() : await show(null)
  if (page.state === 'failed') response.status = 503
  // The token stays here. (Under no-referrer a form would be sent without its origin, and be refused.)
  response.headers.set('referrer-policy', 'same-origin')
  return page

  /** What cannot be is said above the button, with what can be now. */
  async function answer(): Promise<QuestionPage> {
    const names = ['token', 'answer', ...kind.sends]
    const sent = Object.fromEntries(Object.entries(posted).filter(([name]) => names.includes(name)))
    const read = kind.request.safeParse(sent)
    if (!read.success) return show(read.error.issues[0]?.message ?? null)
    try {
      return asked(await kind.answer(api, read.data), null)
    } catch (error) {
      const isRefused = error instanceof ApiError && (error.status === 409 || error.status === 422)
      return isRefused ? show(error.issues[0]?.message ?? error.message) : failed(error)
    }
  }

  async function show(problem: string | null): Promise<QuestionPage> {
    const read = questionRequest.safeParse({ token })
    if (!read.success) return { state: 'unknown' }
    try {
      return asked(await kind.look(api, read.data.token), problem)
    } catch (error) {
      return failed(error)
    }
  }

  function asked(question: Question, problem: string | null): QuestionPage {
    const ended = kind.ended(question)
    const open = ended ? null : kind.open(question)
    const { reference, bouquet, imageUrl } = question
    return { state: 'asked', token: token ?? '', open, ended, reference, bouquet, imageUrl, problem, posted }
  }

  function failed(error: unknown): QuestionPage {
    const isUnknown = error instanceof ApiError && error.code === 'link_unknown'
    return isUnknown ? { state: 'unknown' } : { state: 'failed', token: token ?? '' }
  }
}
