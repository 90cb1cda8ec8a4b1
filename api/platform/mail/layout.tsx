import { Body, Container, Head, Hr, Html, Link, Preview, Section, Text } from '@react-email/components'
import { createContext, type ReactNode, useContext } from 'react'
import { SITE } from '#src/site.ts'
import { linkStyle } from './parts.tsx'
import { COLOURS, DISPLAY, TEXT } from './theme.ts'

const small = { color: COLOURS.muted, fontSize: '14px', lineHeight: '22px', margin: '0 0 4px' }

/** The subject of the message that is being rendered: no template has to repeat it for its title. */
export const SubjectContext = createContext('')

type LayoutProps = {
  preview: string
  origin: string
  /** Below the sheet; absent: how to reach us. */
  footer?: ReactNode
  children: ReactNode
}

/** The sheet of paper that every e-mail of ours is written on. */
export function MailLayout({ preview, origin, footer = <ReachUs />, children }: LayoutProps) {
  const title = useContext(SubjectContext)
  return (
    <Html lang={SITE.language}>
      <Head>
        <title>{title}</title>
        {/* Ink on paper: programs in the dark would turn it around, and half of it only. */}
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

/** How to reach us. */
export function ReachUs() {
  return (
    <>
      <Text style={small}>
        Something off? Write to{' '}
        <Link href={`mailto:${SITE.supportEmail}`} style={linkStyle}>
          {SITE.supportEmail}
        </Link>{' '}
        or call {SITE.supportPhone}, {SITE.supportHours}.
      </Text>
      <Text style={small}>{SITE.supportNote}.</Text>
    </>
  )
}

/** A line below the sheet. */
export function FooterLine({ children }: { children: ReactNode }) {
  return <Text style={small}>{children}</Text>
}
