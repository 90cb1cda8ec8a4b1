import { useEffect } from 'react'
import { recall, remember } from '#src/lib/browser-storage.ts'
import { beginAnew } from './client/leave-page.ts'
import { notify } from './ui/toasts.tsx'

/** Keeps the former user's email across the reload. */
const FORMER_USER = 'work-gone'

/** Reloads the page for another user. The former one's unsaved input is lost, which the page says afterwards. */
export function reloadAsOtherUser(before: string): void {
  remember('sessionStorage', FORMER_USER, before)
  beginAnew()
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
