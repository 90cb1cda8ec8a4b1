import { atom } from 'nanostores'
import type { CurrentSessionAnswer, SessionAnswer, SessionUser } from '#api/auth/schema.ts'
import { hearTabs, oneTabAtATime, tellTabs } from './other-tabs.ts'
import { markStaff } from './staff-mark.ts'

/**
 * Why the session of whoever is at work here is no longer good: it is over, they have signed out in another tab, or
 * somebody else has signed in there.
 */
export type Ended = { why: 'over' } | { why: 'signed-out' } | { why: 'somebody-else'; email: string }

export type SignedIn = {
  status: 'signed-in'
  user: SessionUser
  /** Until when the access token holds, ISO instant. */
  expiresAt: string
  ended: Ended | null
}

/**
 * Whether somebody is signed in (§4, Auth states). An `ended` session keeps its person: they can sign in again without
 * leaving what they were doing. Browser only.
 */
export type SessionState =
  | { status: 'loading' }
  | { status: 'signed-out' }
  | { status: 'unreachable' }
  | SignedIn

export const $session = atom<SessionState>({ status: 'loading' })

hearTabs((news) => {
  if (news.kind === 'session') takeOver(news.session)
  else end({ why: news.kind })
})

/** Whoever is signed in here, with a session that is good; else null. */
export function atWork(state: SessionState = $session.get()): SignedIn | null {
  return state.status === 'signed-in' && !state.ended ? state : null
}

/** Takes over a session that the API answered with, here and in every other tab. */
export function sessionBegan(session: SessionAnswer): void {
  takeOver(session)
  tellTabs({ kind: 'session', session })
}

/** The session is over: nobody is sent away from what they were doing, but nothing is saved until they sign in again. */
export function sessionEnded(): void {
  end({ why: 'over' })
  tellTabs({ kind: 'over' })
}

/** Finds out who is signed in, renewing the session if that is what it takes. */
export async function loadSession(): Promise<void> {
  try {
    const answer = await fetch('/api/auth/session')
    if (!answer.ok) throw new Error(`The session's look-up answered ${answer.status}`)
    const { session, canRefresh }: CurrentSessionAnswer = await answer.json()
    if (session || !canRefresh) markStaff(session?.user ?? null)
    if (session) takeOver(session)
    else if (!canRefresh) end({ why: 'over' })
    else if ((await refreshSession()) === 'unknown') throw new Error('The session could not be renewed')
  } catch {
    // Whoever is at work goes on: the next call tells.
    if ($session.get().status !== 'signed-in') $session.set({ status: 'unreachable' })
  }
}

/** `unknown`: nobody answered, so nothing is known about the session. */
export type Renewal = 'renewed' | 'over' | 'unknown'

/**
 * Renews the session, one tab at a time: what another tab was given in the meantime is everybody's. Ends it where it is
 * over. Never rejects.
 */
export async function refreshSession(): Promise<Renewal> {
  const before = $session.get()
  return oneTabAtATime(async () => {
    const state = $session.get()
    if (state !== before && atWork(state)) return { result: 'renewed', told: false }
    if (state.status === 'signed-in' && state.ended) return { result: 'over', told: false }
    const result = await renew()
    return { result, told: result !== 'unknown' }
  })
}

async function renew(): Promise<Renewal> {
  try {
    const answer = await fetch('/api/auth/refresh', { method: 'POST', signal: AbortSignal.timeout(10_000) })
    if (answer.status === 401) {
      sessionEnded()
      return 'over'
    }
    if (!answer.ok) return 'unknown'
    sessionBegan(await answer.json())
    // It may be somebody else's by now.
    return atWork() ? 'renewed' : 'over'
  } catch {
    return 'unknown'
  }
}

/** Signs out here and in every tab. @throws when nobody answered: then one is still signed in */
export async function signOut(): Promise<void> {
  const answer = await fetch('/api/auth/sign-out', { method: 'POST' })
  if (!answer.ok) throw new Error('The session could not be ended')
  tellTabs({ kind: 'signed-out' })
}

function takeOver({ user, expiresAt }: SessionAnswer): void {
  const state = $session.get()
  if (state.status === 'signed-in' && state.user.id !== user.id) {
    $session.set({ ...state, ended: { why: 'somebody-else', email: user.email } })
  } else $session.set({ status: 'signed-in', user, expiresAt, ended: null })
}

function end(ended: Ended): void {
  const state = $session.get()
  if (state.status !== 'signed-in') $session.set({ status: 'signed-out' })
  else if (!state.ended) $session.set({ ...state, ended })
}
