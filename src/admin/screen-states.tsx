import { useState } from 'react'
import { reloadOnline } from '#src/admin/client/api.ts'
import { EmptyCard, EmptyState } from './ui/empty-state.tsx'
import { ErrorBanner } from './ui/error-banner.tsx'
import { LinkButton } from './ui/link-button.tsx'
import { PageHeader } from './ui/page-header.tsx'

/** An address below /admin that no screen has. */
export function ScreenMissing() {
  return (
    <>
      <PageHeader title="Not found" />
      <EmptyCard>
        <EmptyState title="This page doesn’t exist">
          <LinkButton to="/admin">Back to the dashboard</LinkButton>
        </EmptyState>
      </EmptyCard>
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
