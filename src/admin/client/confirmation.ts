import { atom } from 'nanostores'
import type { ErrorBody } from '#api/http/error-schema.ts'

/** Thrown by a write whose question was answered with Cancel: nothing was done, and there is nothing to say. */
export class NotConfirmed extends Error {}

/** A call that waits until the person has said once more who they are. */
export type Confirmation = {
  /** The proof that they give. */
  by: 'password' | 'code'
  /** Closes the question. @param confirmed false: the call is given up */
  answer: (confirmed: boolean) => void
}

/** The question that is open. Browser only. */
export const $confirmation = atom<Confirmation | null>(null)

let answered: Promise<boolean> | null = null

/** Asks who they are; calls that wait at the same time share one question. @returns false when it was cancelled */
export function askToConfirm(by: Confirmation['by']): Promise<boolean> {
  answered ??= new Promise((resolve) => {
    const answer = (confirmed: boolean) => {
      answered = null
      $confirmation.set(null)
      resolve(confirmed)
    }
    $confirmation.set({ by, answer })
  })
  return answered
}

/** The proof that a refused call asks for; null for every other answer, which can still be read. */
export async function confirmationAsked(response: Response): Promise<Confirmation['by'] | null> {
  if (response.status !== 403) return null
  const body: Partial<ErrorBody> | null = await response
    .clone()
    .json()
    .catch(() => null)
  if (body?.error?.code !== 'confirm_required') return null
  return body.error.issues[0]?.path === 'code' ? 'code' : 'password'
}
