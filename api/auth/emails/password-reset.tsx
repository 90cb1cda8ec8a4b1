import { FooterLine } from '#api/platform/mail/layout.tsx'
import { ActionLink, Paragraph } from '#api/platform/mail/parts.tsx'
import { type Rendered, renderMail } from '#api/platform/mail/render.tsx'

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
      footer: (
        <FooterLine>
          You’re getting this because someone, most likely you, asked to reset the password for this email
          address.
        </FooterLine>
      ),
    },
    <>
      <Paragraph>
        You forgot. It happens. Nothing to apologize for this time. The link works once, for one hour. A new
        password signs you out everywhere.
      </Paragraph>
      <ActionLink href={link}>Choose a new password</ActionLink>
      <Paragraph>Wasn’t you? You can ignore this email. Your password stays as it is.</Paragraph>
    </>,
  )
}
