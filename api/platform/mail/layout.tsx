import {
  Body,
  Container,
  Head,
  Heading,
  Hr,
  Html,
  Link,
  Preview,
  Section,
  Text,
} from '@react-email/components'
import type { ReactNode } from 'react'
import { SITE } from '#domain/site.ts'
import { headingStyle, linkStyle, PhoneLink } from './parts.tsx'
import { COLOURS, DISPLAY, TEXT } from './theme.ts'

const small = { color: COLOURS.muted, fontSize: '14px', lineHeight: '22px', margin: '0 0 4px' }

export type MailLayoutProps = {
  /** Also the HTML's title. */
  subject: string
  /** The text that an inbox shows after the subject: the one thing that matters besides it. */
  preview: string
  heading: string
  /** Of the shop, for links. */
  origin: string
  /** Below the card; absent: how to reach us. */
  footer?: ReactNode
  children: ReactNode
}

/** The card that holds the content of every email. */
export function MailLayout({
  subject,
  preview,
  heading,
  origin,
  footer = <ReachUs />,
  children,
}: MailLayoutProps) {
  return (
    <Html lang={SITE.language}>
      <Head>
        <title>{subject}</title>
        {/* Light only: mail programs in dark mode would invert a part of the colours. */}
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light only" />
        <meta name="supported-color-schemes" content="light only" />
      </Head>
      <Preview>{preview}</Preview>
      <Body
        style={{
          backgroundColor: COLOURS.paper,
          fontFamily: TEXT,
          color: COLOURS.ink,
          margin: 0,
          padding: '24px 8px',
        }}
      >
        <Container style={{ maxWidth: '560px', margin: '0 auto' }}>
          <Text
            style={{
              fontFamily: DISPLAY,
              fontSize: '20px',
              fontWeight: 600,
              margin: '0 0 16px',
              padding: '0 8px',
            }}
          >
            <Link href={origin} style={{ color: COLOURS.roseDeep, textDecoration: 'none' }}>
              {SITE.brand}
            </Link>
          </Text>
          <Section
            style={{
              backgroundColor: COLOURS.card,
              border: `1px solid ${COLOURS.line}`,
              borderRadius: '16px',
              padding: '28px 24px',
            }}
          >
            <Heading as="h1" style={headingStyle}>
              {heading}
            </Heading>
            {children}
          </Section>
          <Section style={{ padding: '24px 8px 0' }}>
            <Hr style={{ borderColor: COLOURS.line, margin: '0 0 16px' }} />
            {footer}
          </Section>
        </Container>
      </Body>
    </Html>
  )
}

export function ReachUs() {
  return (
    <>
      <Text style={small}>
        Something wrong? Email{' '}
        <Link href={`mailto:${SITE.supportEmail}`} style={linkStyle}>
          {SITE.supportEmail}
        </Link>{' '}
        or call <PhoneLink phone={SITE.supportPhone} />, {SITE.supportHours}.
      </Text>
      <Text style={small}>{SITE.supportNote}.</Text>
    </>
  )
}

/** A line below the card. */
export function FooterLine({ children }: { children: ReactNode }) {
  return <Text style={small}>{children}</Text>
}

/** Of messages to the owner. */
export function OwnerFooter() {
  return <FooterLine>This notice goes to the people who run the shop.</FooterLine>
}
