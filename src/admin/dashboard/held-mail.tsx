import CircleAlert from 'lucide-react/icons/circle-alert'
import { When } from '#src/admin/ui/when.tsx'
import { countText } from './count-text.ts'
import type { Dashboard } from './queries.ts'

/** Says that e-mails do not go out at the moment, since when and why. Nothing while they do. */
export function HeldMail({ held }: { held: Dashboard['heldMail'] }) {
  if (held === null) return null
  const { waiting, since, reason } = held
  const one = waiting.total === 1
  return (
    <section className="banner banner-butter" aria-label="E-mails are waiting">
      <CircleAlert aria-hidden />
      <div className="min-w-0 flex-1">
        <h2 className="banner-title">
          {one ? '1 e-mail is waiting' : `${countText(waiting)} e-mails are waiting`}
        </h2>
        <p>
          {reason}. {one ? 'It was written' : 'The oldest was written'} <When at={since} />. We keep trying,
          and nothing is lost.
        </p>
        {/: (invalid|missing)_api_key$/.test(reason) && (
          <p>
            Nothing goes out until the setting <code>RESEND_API_KEY</code> holds a key that the mail provider
            knows.
          </p>
        )}
      </div>
    </section>
  )
}
