import { EmptyState } from './shared/empty-state.tsx'
import { LinkButton } from './shared/link-button.tsx'
import { PageHeader } from './shared/page-header.tsx'

/** What is not built yet says so. */
export function Coming() {
  return (
    <>
      <PageHeader title="Not here yet" />
      <div className="sheet empty-state">
        <EmptyState title="Orders are the next thing we build">
          <p className="text-muted">Until then, orders arrive by e-mail, one for each.</p>
          <LinkButton to="/admin" look="quiet">
            Back to the dashboard
          </LinkButton>
        </EmptyState>
      </div>
    </>
  )
}
