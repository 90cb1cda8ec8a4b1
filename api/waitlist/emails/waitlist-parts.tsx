import { Link } from '@react-email/components'
import { FooterLine } from '#api/platform/mail/layout.tsx'
import { linkStyle } from '#api/platform/mail/parts.tsx'

type FooterProps = {
  /** The places they asked about, for example `94601`. */
  places: string
  /** Of the unsubscribe link. */
  token: string
  origin: string
}

/** The footer of an email to somebody on the waitlist: why they get it, and how to unsubscribe. */
export function WaitlistFooter({ places, token, origin }: FooterProps) {
  return (
    <>
      <FooterLine>
        You’re getting this because someone, most likely you, asked us about ZIP code {places} with this email
        address.
      </FooterLine>
      <FooterLine>
        <Link
          href={`${origin}/unsubscribe?token=${token}`}
          style={{ ...linkStyle, display: 'inline-block', padding: '11px 0' }}
        >
          Unsubscribe
        </Link>
      </FooterLine>
    </>
  )
}

/** For the mail program's own unsubscribe button (RFC 8058). */
export function oneClickHeaders(token: string, origin: string): Record<string, string> {
  return {
    'List-Unsubscribe': `<${origin}/api/waitlist/unsubscribe/${token}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
}
