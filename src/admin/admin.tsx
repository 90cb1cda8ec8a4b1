import { type ComponentType, useEffect, useState } from 'react'
import { reloadOnline } from '#src/admin/client/api.ts'
import { AdminShell, Waiting } from '#src/admin/ui/admin-shell.tsx'
import { ErrorBanner } from './ui/error-banner.tsx'

// The server draws the walls and never runs what stands in them: the Worker need not carry it.
const load = import.meta.env.SSR ? null : () => import('./app.tsx')

/** The island of the back office: the walls at once, the app as soon as it is here. */
export default function Admin({ countsViews }: { countsViews: boolean }) {
  const [App, setApp] = useState<ComponentType<{ countsViews: boolean }>>()
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    load?.()
      .then(({ AdminApp }) => setApp(() => AdminApp))
      .catch(() => setFailed(true))
  }, [])
  if (App) return <App countsViews={countsViews} />
  return (
    <AdminShell>
      {failed ? (
        <ErrorBanner
          error={null}
          fallback="The back office could not be loaded. Please try again."
          onRetry={() => void reloadOnline()}
        />
      ) : (
        <Waiting label="Opening the back office" />
      )}
    </AdminShell>
  )
}
