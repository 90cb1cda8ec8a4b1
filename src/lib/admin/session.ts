import { atom } from 'nanostores'
import type { CurrentSessionAnswer, SessionAnswer, SessionUser } from '#src/contracts/auth.ts'

/**
 * Whether somebody is signed in (§4, Auth states). `ended`: the session is over, and whoever was at work can sign in
 * again without leaving the page. Browser only.
 */
export type SessionState =
  | { status: 'loading' }
  | { status: 'signed-out' }
  | { status: 'unreachable' }
  | { status: 'signed-in'; user: SessionUser; expiresAt: string; ended: boolean }

export const $session = atom<SessionState>({ status: 'loading' })

/** Takes over a session that the API answered with. */
export function sessionBegan({ user, expiresAt }: SessionAnswer): void {
  $session.set({ status: 'signed-in', user, expiresAt, ended: false })
}

/** The session is over: nobody is sent away from what they were doing, but nothing is saved until they sign in again. */
export function sessionEnded(): void {
  const state = $session.get()
  $session.set(state.status === 'signed-in' ? { ...state, ended: true } : { status: 'signed-out' })
}

/** Finds out who is signed in, renewing the session if that is what it takes. */
export async function loadSession(): Promise<void> {
  try {
    const answer = await fetch('/api/auth/session')
    if (!answer.ok) return $session.set({ status: 'unreachable' })
    const { session, canRefresh }: CurrentSessionAnswer = await answer.json()
    if (session) return sessionBegan(session)
    if (!canRefresh || !(await refreshSession())) $session.set({ status: 'signed-out' })
  } catch {
    $session.set({ status: 'unreachable' })
  }
}

/** @returns whether there is a session again */
export async function refreshSession(): Promise<boolean> {
  const answer = await fetch('/api/auth/refresh', { method: 'POST' })
  if (!answer.ok) return false
  sessionBegan(await answer.json())
  return true
}

/** Ends the session and leads to the sign-in. @throws when nobody answered: then one is still signed in */
export async function signOut(): Promise<void> {
  const answer = await fetch('/api/auth/sign-out', { method: 'POST' })
  if (!answer.ok) throw new Error('The session could not be ended')
  location.assign('/login')
}
