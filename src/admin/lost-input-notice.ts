import { useEffect } from 'react'
import { recall, remember } from '#src/lib/browser-storage.ts'
import { beginAnew } from './client/leave-page.ts'
import { notify } from './ui/toasts.tsx'

/** Where it is kept across a reload whose work is gone, and whose it was. */
const GONE = 'work-gone'

/** Begins the page anew; what somebody else had typed is gone, which is said afterwards. */
export function startOver(before: string): void {
  remember('sessionStorage', GONE, before)
  beginAnew()
}

/** Says what was lost when the page began anew. */
export function useLostInputNotice(email: string): void {
  useEffect(() => {
    const before = recall('sessionStorage', GONE)
    remember('sessionStorage', GONE, null)
    if (before === null) return
    const message = `You’re signed in as ${email}. What ${before} had typed here was not saved.`
    notify.error(message, 'The page was reloaded')
  }, [email])
}
