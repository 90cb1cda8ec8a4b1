import { useEffect, useState } from 'react'
import { leaveSignedOut } from '#src/admin/client/leave-page.ts'
import { announceReady } from '#src/admin/first-screen.tsx'
import { Button } from '#src/components/ui/button.tsx'

/** The screen of someone who is signed in and no admin. */
export function Unauthorized() {
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    announceReady()
  }, [])

  async function leave(): Promise<void> {
    setBusy(true)
    await leaveSignedOut()
    setBusy(false)
  }
  return (
    <main id="content" className="mx-auto flex max-w-160 flex-col gap-5 px-5 py-[clamp(3rem,12vh,8rem)]">
      <h1>Unauthorized</h1>
      <p className="text-lead">You don't have permission to access this page.</p>
      <p className="flex flex-wrap gap-3">
        <a className="button" href="/">
          Return to Home
        </a>
        <Button type="button" look="quiet" busy={busy} onClick={() => void leave()}>
          Sign Out
        </Button>
      </p>
    </main>
  )
}
