import { useEffect } from 'react'
import { notify } from '#src/admin/ui/toasts.tsx'
import { recall, remember } from '#src/lib/browser-storage.ts'
import { signOut } from './session.ts'

let letGo = false

// Runs before every other listener that could keep the page, because this module is loaded first.
if (typeof window !== 'undefined') {
  window.addEventListener('beforeunload', (event) => letGo && event.stopImmediatePropagation(), {
    capture: true,
  })
}

/** True if something on this page was not saved, by asking those who would keep it open. */
export function hasUnsaved(): boolean {
  const question = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(question)
  return question.defaultPrevented
}

/** Leaves the page, without another question about what was not saved. */
export function leaveFor(address: string): void {
  letGo = true
  location.assign(address)
}

/** Signs out, and leaves the back office. @throws when nobody answered: then one is still signed in */
export async function leaveSignedOut(): Promise<void> {
  await signOut()
  leaveFor('/login')
}

export const SIGN_OUT_FAILED = 'We could not sign you out. Please try again.'

/** Keeps the former user's email across the reload. */
const FORMER_USER = 'work-gone'

/** Reloads the page for another user. The former one's unsaved input is lost, which the page says afterwards. */
export function reloadAsOtherUser(before: string): void {
  remember('sessionStorage', FORMER_USER, before)
  letGo = true
  location.reload()
}

/** Says whose input was lost when the page was reloaded for another user. */
export function useAccountSwitchNotice(email: string): void {
  useEffect(() => {
    const before = recall('sessionStorage', FORMER_USER)
    remember('sessionStorage', FORMER_USER, null)
    if (before === null) return
    const message = `You’re signed in as ${email}. What ${before} had typed here was not saved.`
    notify.error(message, 'The page was reloaded')
  }, [email])
}
