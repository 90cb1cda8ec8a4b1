import { Heading, Text } from '@react-email/components'
import { FooterLine, MailLayout } from '#api/platform/mail/layout.tsx'
import { ActionLink, headingStyle, paragraphStyle } from '#api/platform/mail/parts.tsx'
import { type Rendered, renderMail } from '#api/platform/mail/render.ts'

/**
 * To a person who forgot their password.
 * @param link where they choose a new one
 * @param origin of the shop
 */
export function passwordReset(link: string, origin: string): Promise<Rendered> {
  return renderMail(
    'Choose a new password',
    <MailLayout
      preview="The link works for one hour, and once."
      origin={origin}
      footer={
        <FooterLine>
          You get this because someone, most likely you, told us that they forgot the password of this
          address.
        </FooterLine>
      }
    >
      <Heading as="h1" style={headingStyle}>
        You forgot. It happens.
      </Heading>
      <Text style={paragraphStyle}>
        Nothing to apologize for this time. The link works for one hour, and once. After it you are signed out
        everywhere else.
      </Text>
      <ActionLink href={link}>Choose a new password</ActionLink>
      <Text style={{ ...paragraphStyle, margin: 0 }}>
        If it was not you, leave it. Without this link your password stays what it is.
      </Text>
    </MailLayout>,
  )
}
