import { RouterProvider } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import type { createAdminRouter } from './router.tsx'

type OpenedProps = { router: ReturnType<typeof createAdminRouter>; waiting: ReactNode }

/** The router, once its first screen is there: until then it would draw nothing at all. */
export function Opened({ router, waiting }: OpenedProps) {
  const [ready, setReady] = useState(false)
  useEffect(() => {
    router.load().finally(() => setReady(true))
  }, [router])
  return ready ? <RouterProvider router={router} /> : waiting
}
