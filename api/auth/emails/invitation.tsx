import { FooterLine } from '#api/platform/mail/layout.tsx'
import { ActionLink, Paragraph } from '#api/platform/mail/parts.tsx'
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
      footer: (
        <FooterLine>
          Didn’t expect this? You can ignore it. Without a password there is no account.
        </FooterLine>
      ),
    },
    <>
      <Paragraph>
        {invitedBy ?? 'Someone who runs the shop'} invited you to {SITE.brand}. {ROLE_TEXT[role]} Choose a
        password, and you’re in.
      </Paragraph>
      <ActionLink href={link}>Accept invitation</ActionLink>
      <Paragraph>The link works once, for seven days.</Paragraph>
    </>,
  )
}
