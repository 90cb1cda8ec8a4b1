import { useState } from 'react'
import { reloadOnline } from '#src/admin/client/api.ts'
import { EmptyState } from './ui/empty-state.tsx'
import { ErrorBanner } from './ui/error-banner.tsx'
import { LinkButton } from './ui/link-button.tsx'
import { PageHeader } from './ui/page-header.tsx'

/** An address below /admin that no screen has; the server answers it with 404 and logs it. */
export function ScreenMissing() {
  return (
    <>
      <PageHeader title="Oops! Page not found" />
      <EmptyState title="404">
        <p className="flex flex-wrap justify-center gap-3">
          <LinkButton to="/admin">Back to the dashboard</LinkButton>
          <a className="button button-quiet" href="/">
            Back to the flowers
          </a>
        </p>
      </EmptyState>
    </>
  )
}

/** A screen that could not be loaded: the connection is gone, or a newer version was put out while this page was open. */
export function ScreenFailed() {
  const [busy, setBusy] = useState(false)
  const [offline, setOffline] = useState(false)

  async function again() {
    setBusy(true)
    const reloads = await reloadOnline()
    setBusy(reloads)
    setOffline(!reloads)
  }

  return (
    <>
      <PageHeader title="Not loaded" />
      <ErrorBanner
        error={null}
        fallback={
          offline
            ? 'Still no connection. Please try again in a moment.'
            : 'This screen could not be loaded. Please check your connection and try again.'
        }
        busy={busy}
        onRetry={again}
      />
    </>
  )
}
