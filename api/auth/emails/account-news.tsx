import { drawing, FooterLine } from '#api/platform/mail/layout.tsx'
import { Paragraph } from '#api/platform/mail/parts.tsx'
import { type Rendered, renderMail } from '#api/platform/mail/render.tsx'
import type { Role } from '#domain/account.ts'
import { SITE } from '#domain/site.ts'

const ROLE_TEXT: Record<Role, string> = {
  admin: 'As an admin you can manage orders, bouquets, shops, markets and the waitlist.',
  member: 'As a member you can sign in. You can’t open the back office until you are made an admin.',
}

type Invitation = { role: Role; invitedBy: string | null }

/**
 * To a person who is invited to the back office.
 * @param link where they choose their password
 * @param origin of the shop
 */
export function invitation({ role, invitedBy }: Invitation, link: string, origin: string): Promise<Rendered> {
  return renderMail(
    {
      subject: `You’re invited to ${SITE.brand}`,
      preview: 'Choose a password to accept. The link works once, for seven days.',
      heading: 'Accept your invitation.',
      origin,
      picture: drawing('flowers', origin),
      action: { label: 'Accept invitation', href: link },
      details: <Paragraph>The link works once, for seven days.</Paragraph>,
      footer: (
        <FooterLine>
          Didn’t expect this? You can ignore it. Without a password there is no account.
        </FooterLine>
      ),
    },
    <Paragraph>
      {invitedBy ?? 'Someone who runs the shop'} invited you to {SITE.brand}. {ROLE_TEXT[role]} Choose a
      password, and you’re in.
    </Paragraph>,
  )
}

/**
 * To a person who forgot their password.
 * @param link where they choose a new one
 * @param origin of the shop
 */
export function passwordReset(link: string, origin: string): Promise<Rendered> {
  return renderMail(
    {
      subject: 'Reset your password',
      preview: 'The link works once, for one hour.',
      heading: 'Reset your password.',
      origin,
      picture: drawing('apologies', origin),
      action: { label: 'Choose a new password', href: link },
      details: <Paragraph>Wasn’t you? You can ignore this email. Your password stays as it is.</Paragraph>,
      footer: (
        <FooterLine>
          You’re getting this because someone, most likely you, asked to reset the password for this email
          address.
        </FooterLine>
      ),
    },
    <Paragraph>
      You forgot. It happens. Nothing to apologize for this time. The link works once, for one hour. A new
      password signs you out everywhere.
    </Paragraph>,
  )
}

export const ACCOUNT_NEWS = [
  'password-changed',
  'second-factor-on',
  'second-factor-off',
  'second-factor-removed',
  'recovery-codes-renewed',
] as const

/** An event of an account that its owner gets a mail about. */
export type AccountNews = (typeof ACCOUNT_NEWS)[number]

const TEXTS: Record<AccountNews, { subject: string; heading: string; text: string }> = {
  'password-changed': {
    subject: 'Your password was changed',
    heading: 'You have a new password.',
    text: 'The password of your account was changed. You’re signed out everywhere else.',
  },
  'second-factor-on': {
    subject: 'Two-factor authentication was turned on',
    heading: 'Two locks are better than one.',
    text: 'From now on, signing in also takes a code from your authenticator app. Keep your recovery codes somewhere other than your phone.',
  },
  'second-factor-off': {
    subject: 'Two-factor authentication was turned off',
    heading: 'Back to one lock.',
    text: 'Signing in takes only your password again. Your recovery codes no longer work.',
  },
  'second-factor-removed': {
    subject: 'An admin turned off your two-factor authentication',
    heading: 'Back to one lock, for now.',
    text: 'An admin turned off two-factor authentication for your account, and you’re signed out everywhere. Your password alone signs you in now. Please turn two-factor authentication on again in your account.',
  },
  'recovery-codes-renewed': {
    subject: 'Your recovery codes were replaced',
    heading: 'You have new recovery codes.',
    text: 'The old ones no longer work. Keep the new ones somewhere other than your phone.',
  },
}

/**
 * To a person whose account was changed, in case it was not them.
 * @param origin of the shop, for links
 */
export function accountNotice(news: AccountNews, origin: string): Promise<Rendered> {
  const { subject, heading, text } = TEXTS[news]
  return renderMail(
    {
      subject,
      preview: 'Wasn’t you? Choose a new password right away.',
      heading,
      origin,
      picture: drawing('relationships', origin),
      action: { label: 'Go to sign in', href: `${origin}/login` },
    },
    <>
      <Paragraph>{text}</Paragraph>
      <Paragraph>
        If this was you, there’s nothing to do. If it wasn’t, choose a new password right away: use “Forgot
        your password?” on the sign-in page. It also signs you out everywhere.
      </Paragraph>
    </>,
  )
}
