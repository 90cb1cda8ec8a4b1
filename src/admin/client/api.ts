import { hc } from 'hono/client'
import type { ErrorBody } from '#api/http/error-schema.ts'
import { answerOf, type Reply } from '#src/lib/api.ts'
import { fetchWithTime } from '#src/lib/server-clock.ts'
import { timeLimit } from '#src/lib/time-limit.ts'
import { askToConfirm, confirmationAsked, NotConfirmed } from './confirmation.ts'
import { $session, refreshSession } from './session.ts'

/** The server takes up to 15 s for what admins read; a call without an answer fails in the end. */
export const READ_MS = 20_000

const SIGNED_OUT: ErrorBody = {
  error: { code: 'signed_out', message: 'Please sign in.', issues: [], requestId: '' },
}

type ServerCall = (path: string, init: RequestInit) => Promise<Response>

let serverCall: ServerCall | undefined

/** Says how calls reach the API while a page is rendered: inside the Worker. Server only. */
export function callOnServer(call: ServerCall): void {
  serverCall = call
}

/**
 * `fetch` for the back office: renews an expired access token and tries the call once more, and so it does once the person has
 * confirmed who they are, where the API asks for that. Once the session has ended it sends nothing until somebody signs in again:
 * another tab may have signed in somebody else.
 * @throws NotConfirmed when the person did not confirm
 */
async function sessionFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  if (serverCall) return serverCall(String(input), init ?? {})
  const state = $session.get()
  if (state.status === 'signed-in' && state.ended) return Response.json(SIGNED_OUT, { status: 401 })
  const send = () => fetchWithTime(input, { ...init, signal: init?.signal ?? timeLimit(init, READ_MS) })
  const first = await send()
  const response = first.status === 401 && (await refreshSession()) === 'renewed' ? await send() : first
  const asked = await confirmationAsked(response)
  if (asked === null) return response
  if (!(await askToConfirm(asked))) throw new NotConfirmed()
  return sessionFetch(input, init)
}

/** Where `apiClient` finds the API, and how calls of signed-in people get there. */
export const API = '/api'
export const withSession = { fetch: sessionFetch }

export const apiClient = hc

export const byId = (id: string) => ({ param: { id } })

/** A call that writes to one record, as a function of its id and of what is sent. */
export const onRecord =
  <Json, T>(call: (args: ReturnType<typeof byId> & { json: Json }) => Promise<Reply<T>>) =>
  (id: string, json: Json) =>
    answerOf(call({ ...byId(id), json }))

/**
 * The file that a call answers with, under the name that the API gives it.
 * @throws ApiError for a failure that the API names
 */
export async function fileOf(
  call: Promise<Pick<Response, 'ok' | 'status' | 'json' | 'headers' | 'blob'>>,
): Promise<{ file: Blob; name: string }> {
  const response = await call
  if (!response.ok) await answerOf(response)
  const name = /filename="([\w.-]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1]
  return { file: await response.blob(), name: name ?? 'export.csv' }
}

/** @throws TypeError without a connection to the shop */
export async function reachShop(): Promise<void> {
  await fetch('/api/health', { cache: 'no-store' })
}

/** Loads the page again, unless that would leave the browser's own page. @returns false without a connection */
export async function reloadOnline(): Promise<boolean> {
  try {
    await reachShop()
  } catch {
    return false
  }
  location.reload()
  return true
}
