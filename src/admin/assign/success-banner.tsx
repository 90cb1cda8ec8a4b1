import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import CircleCheck from 'lucide-react/icons/circle-check'
import { useEffect, useRef } from 'react'
import { Banner } from '#src/admin/ui/banner.tsx'
import { LinkButton } from '#src/admin/ui/link-button.tsx'
import { notify } from '#src/admin/ui/toasts.tsx'

const RETURN_AFTER_MS = 2000

/** The success banner, and the way back to the list: by itself after two seconds, at once by its link. */
export function SuccessBanner({ shop, notified }: { shop: string; notified: boolean }) {
  const box = useRef<HTMLDivElement>(null)
  const navigate = useNavigate()
  const cache = useQueryClient()
  useEffect(() => {
    // The button that had the focus is disabled now.
    box.current?.focus()
    // It outlives the banner: it is still there beside the list.
    notify.success('Order assigned to shop successfully')
    // Orders, shop orders, the dashboard: whatever shows an order shows another one now. This screen stays as it is.
    void cache.invalidateQueries({ refetchType: 'none' })
    const timer = setTimeout(() => void navigate({ to: '/admin/assign-orders' }), RETURN_AFTER_MS)
    return () => clearTimeout(timer)
  }, [navigate, cache])
  return (
    <Banner tone="stem" className="" role="status" tabIndex={-1} ref={box}>
      <CircleCheck aria-hidden />
      <div className="min-w-0 flex-1">
        <p className="font-semibold">{`${shop} has this order now`}</p>
        <p>
          {notified
            ? 'They’ll get an email with a link to respond.'
            : 'They have no email on file. Please call them.'}
        </p>
      </div>
      <LinkButton to="/admin/assign-orders" look="quiet">
        Back to the list
      </LinkButton>
    </Banner>
  )
}
