import { useQueryClient } from '@tanstack/react-query'
import CircleAlert from 'lucide-react/icons/circle-alert'
import { ActionButton } from '#src/admin/ui/action-button.tsx'
import { Banner, BannerActions } from '#src/admin/ui/banner.tsx'
import { notify } from '#src/admin/ui/toasts.tsx'
import { When } from '#src/admin/ui/when.tsx'
import { type Dashboard, dashboardQuery, sendWaitingNow } from './queries.ts'
import { countText } from './tiles.tsx'

/** Says that emails do not go out at the moment, since when and why. Nothing while they do. */
export function HeldMail({ held }: { held: Dashboard['heldMail'] }) {
  const cache = useQueryClient()
  if (held === null) return null
  const { waiting, since, reason } = held
  const sendNow = async () => {
    await sendWaitingNow()
    notify.success(waiting.total === 1 ? 'Sending the email now' : 'Sending the emails now')
    await cache.invalidateQueries({ queryKey: dashboardQuery.queryKey })
  }
  const one = waiting.total === 1
  return (
    <Banner tone="butter" aria-label="Emails are waiting">
      <CircleAlert aria-hidden />
      <div className="min-w-0 flex-1">
        <h2 className="font-text text-base tracking-normal">
          {one ? '1 email is waiting' : `${countText(waiting)} emails are waiting`}
        </h2>
        <p>
          <span>{`${reason}. ${one ? 'Queued' : 'The oldest was queued'} `}</span>
          <When at={since} />. We’ll keep trying; nothing is lost.
        </p>
        {/: (invalid|missing)_api_key$/.test(reason) && (
          <p>
            Nothing goes out until <code>RESEND_API_KEY</code> is set to a valid key.
          </p>
        )}
        <BannerActions>
          <ActionButton look="quiet" run={sendNow} failure="Failed to send the emails">
            Send now
          </ActionButton>
        </BannerActions>
      </div>
    </Banner>
  )
}
