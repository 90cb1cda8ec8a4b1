import type { ErrorComponentProps } from '@tanstack/react-router'
import { EmptyState } from './shared/empty-state.tsx'
import { ErrorBanner } from './shared/error-banner.tsx'
import { LinkButton } from './shared/link-button.tsx'
import { PageHeader } from './shared/page-header.tsx'

/** An address below /admin that no screen has. */
export function ScreenMissing() {
  return (
    <>
      <PageHeader title="Not found" />
      <div className="sheet empty-state">
        <EmptyState title="There is no such screen">
          <LinkButton to="/admin">Back to the dashboard</LinkButton>
        </EmptyState>
      </div>
    </>
  )
}

/** A screen that could not be loaded, for example because a newer version was put out while this page was open. */
export function ScreenFailed({ reset }: ErrorComponentProps) {
  return (
    <>
      <PageHeader title="Not loaded" />
      <ErrorBanner
        error={null}
        fallback="This screen could not be loaded. Please try again."
        onRetry={() => {
          reset()
          location.reload()
        }}
      />
    </>
  )
}
