import { Heading, Text } from '@react-email/components'
import { MailLayout } from '#api/platform/mail/layout.tsx'
import { ActionLink, headingStyle, paragraphStyle } from '#api/platform/mail/parts.tsx'
import { type Rendered, renderMail } from '#api/platform/mail/render.ts'

export const ACCOUNT_NEWS = [
  'password-changed',
  'second-factor-on',
  'second-factor-off',
  'second-factor-removed',
  'recovery-codes-renewed',
] as const

/** What was done to an account. */
export type AccountNews = (typeof ACCOUNT_NEWS)[number]

const TEXTS: Record<AccountNews, { subject: string; heading: string; text: string }> = {
  'password-changed': {
    subject: 'Your password was changed',
    heading: 'You have a new password.',
    text: 'The password of your account was changed just now. Everywhere else you were signed in, you are not any more.',
  },
  'second-factor-on': {
    subject: 'Your second factor is on',
    heading: 'Two locks are better than one.',
    text: 'From now on, signing in also takes a code of your authenticator app. Keep the recovery codes where your phone is not.',
  },
  'second-factor-off': {
    subject: 'Your second factor is off',
    heading: 'Back to one lock.',
    text: 'Signing in takes only your password again. Your recovery codes work no more.',
  },
  'second-factor-removed': {
    subject: 'Your second factor was removed',
    heading: 'Your second factor was removed.',
    text: 'An admin removed the second factor of your account, and you are signed out everywhere. Your password alone signs you in now. Switch the second factor on again in your account.',
  },
  'recovery-codes-renewed': {
    subject: 'You have new recovery codes',
    heading: 'New recovery codes.',
    text: 'The old ones work no more. Keep the new ones where your phone is not.',
  },
}

/**
 * To a person whose account was changed, in case it was not them.
 * @param origin of the shop, for links
 */
export function accountNotice(news: AccountNews, origin: string): Promise<Rendered> {
  const { subject, heading, text } = TEXTS[news]
  return renderMail(
    subject,
    <MailLayout preview={text} origin={origin}>
      <Heading as="h1" style={headingStyle}>
        {heading}
      </Heading>
      <Text style={paragraphStyle}>{text}</Text>
      <Text style={paragraphStyle}>
        If that was you, there is nothing to do. If it was not, choose a new password right now: “Forgotten
        your password?” at the sign-in does it, and ends every session.
      </Text>
      <ActionLink href={`${origin}/login`}>Go to the sign-in</ActionLink>
    </MailLayout>,
  )
}
