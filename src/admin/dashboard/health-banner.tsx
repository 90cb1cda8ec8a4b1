import CircleAlert from 'lucide-react/icons/circle-alert'
import { HEALTH_REASONS, type HealthReason } from '#domain/health.ts'
import { Banner } from '#src/admin/ui/banner.tsx'

/** The place to look at first, for each reason that a screen can show. */
const ADVICE: Record<HealthReason, string> = {
  purchases_fail:
    'In the last five minutes we refused more than a fifth of all purchases. Problems names the cause.',
  payments_unreported:
    'Payments are found by the scheduled work only. Compare the endpoint at Stripe, and its signing secret with STRIPE_WEBHOOK_SECRET.',
  mail_unreported:
    'Bounced emails stay unnoticed. Compare the webhook at Resend, and its signing secret with RESEND_WEBHOOK_SECRET.',
  push_fails:
    'Texts and emails go instead. Look at the status pages of Google, Apple and Mozilla, and compare the two VAPID keys.',
  texts_fail:
    'Emails go all the same. Look at Telnyx’s status page, at the balance, the spend limit and the number’s registration there, and at TELNYX_API_KEY.',
  texts_unreported:
    'Texts that do not arrive stay unnoticed, and so do answers. Compare the webhook at Telnyx with this address, and TELNYX_PUBLIC_KEY with the key there.',
  never_ran: 'Look at the cron trigger of the Worker in Cloudflare’s dashboard.',
  run_late: 'Look at the cron trigger of the Worker in Cloudflare’s dashboard.',
  stripe_away: 'Look at Stripe’s status page, and at STRIPE_SECRET_KEY.',
  mail_fails: 'Look at Resend’s status page, at RESEND_API_KEY, and at the sender’s domain there.',
  mail_late: 'The list below names it, with the reason.',
  unsettled: 'Nobody knows whether these were paid. Problems names the cause.',
  database_silent: 'Look at Turso’s status page.',
  database_fails: 'Look at Turso’s status page.',
}

/** Says why the health check calls a person. Nothing while it does not. */
export function HealthBanner({ reasons }: { reasons: readonly HealthReason[] }) {
  if (reasons.length === 0) return null
  return (
    <Banner className="" aria-label="The shop needs somebody">
      <CircleAlert aria-hidden />
      <ul className="flex min-w-0 flex-1 flex-col gap-2 wrap-anywhere">
        {reasons.map((reason) => (
          <li key={reason}>
            <b className="block font-semibold">{HEALTH_REASONS[reason]}</b>
            <span>{ADVICE[reason]}</span>
          </li>
        ))}
      </ul>
    </Banner>
  )
}
