import { phoneDigits } from '#domain/phone.ts'
import { SITE } from '#domain/site.ts'

/** Phone and email for an order that cannot be shown. */
export function SupportContacts() {
  return (
    <p className="mt-3">
      Call{' '}
      <a className="link" href={`tel:+1${phoneDigits(SITE.supportPhone)}`}>
        {SITE.supportPhone}
      </a>
      <span>{`, ${SITE.supportHours}, or email `}</span>
      <a className="link wrap-anywhere" href={`mailto:${SITE.supportEmail}`}>
        {SITE.supportEmail}
      </a>
      . We find your order by the email you ordered with.
    </p>
  )
}
