import { Heading, Text } from '@react-email/components'
import { FooterLine, MailLayout } from '#api/platform/mail/layout.tsx'
import { ActionLink, headingStyle, paragraphStyle } from '#api/platform/mail/parts.tsx'
import { type Rendered, renderMail } from '#api/platform/mail/render.ts'
import type { Role } from '#domain/roles.ts'
import { SITE } from '#src/site.ts'

const AS: Record<Role, string> = {
  admin: 'as an admin: bouquets, shops, markets and everyone who is waiting',
  member:
    'as a member: you can sign in, and the back office stays closed until an admin makes you one of them',
}

type Invitation = { role: Role; invitedBy: string | null }

/**
 * To a person who is invited to the back office.
 * @param link where they choose their password
 * @param origin of the shop
 */
export function invitation({ role, invitedBy }: Invitation, link: string, origin: string): Promise<Rendered> {
  return renderMail(
    `You are invited to run ${SITE.brand}`,
    <MailLayout
      preview="Choose a password, and you are in."
      origin={origin}
      footer={
        <FooterLine>
          If you do not know what this is about, leave it. Without a password nobody has an account.
        </FooterLine>
      }
    >
      <Heading as="h1" style={headingStyle}>
        Come behind the counter.
      </Heading>
      <Text style={paragraphStyle}>
        {invitedBy ?? 'Somebody who runs the shop'} invites you to {SITE.brand}, {AS[role]}. Choose a
        password, and you are in.
      </Text>
      <ActionLink href={link}>Accept the invitation</ActionLink>
      <Text style={{ ...paragraphStyle, margin: 0 }}>The link works for seven days, and once.</Text>
    </MailLayout>,
  )
}
