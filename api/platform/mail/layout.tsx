import {
  Body,
  Button,
  Column,
  Container,
  Head,
  Heading,
  Hr,
  Html,
  Img,
  Link,
  Preview,
  Row,
  Section,
  Text,
} from '@react-email/components'
import type { ReactNode } from 'react'
import { phoneLink } from '#domain/phone.ts'
import { businessAddressLine, SITE } from '#domain/site.ts'
import { headingStyle, PhoneLink, TextLink } from './parts.tsx'
import { COLOURS, DISPLAY, STYLES, TEXT } from './theme.ts'

const WIDTH = 560
/** The tallest picture that an owner can give a bouquet is this high. */
const PICTURE_HEIGHT = 400
const small = { color: COLOURS.muted, fontSize: '14px', lineHeight: '22px', margin: '0 0 4px' }

/** The next step: the one button of an email. */
export type Action = { label: string; href: string }

export type Picture = { src: string; alt: string }

export type MailLayoutProps = {
  /** Also the HTML's title. */
  subject: string
  /** The text that an inbox shows after the subject: the one thing that matters besides it. */
  preview: string
  heading: string
  /** The shop's address, to which links lead. */
  origin: string
  /** As wide as the card, and on top of it. */
  picture: Picture
  action: Action
  /** Between the heading and what there is to say. */
  status?: ReactNode
  /** Below the button. */
  details?: ReactNode
  /** Below the card; absent: how to reach us. */
  footer?: ReactNode
  /** Above the button. */
  children: ReactNode
}

/** The card that holds the content of every email. */
export function MailLayout(props: MailLayoutProps) {
  const { subject, preview, heading, origin, picture, action, status, details, children } = props
  const { footer = <ReachUs /> } = props
  return (
    <Html lang={SITE.language}>
      <Head>
        <title>{subject}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <style>{STYLES}</style>
      </Head>
      <Preview>{preview}</Preview>
      <Body
        className="page"
        style={{
          backgroundColor: COLOURS.paper,
          fontFamily: TEXT,
          color: COLOURS.ink,
          margin: 0,
          padding: '24px 8px',
        }}
      >
        <Container style={{ maxWidth: `${WIDTH}px`, margin: '0 auto' }}>
          <Brand origin={origin} />
          <Section
            className="card"
            style={{
              backgroundColor: COLOURS.card,
              border: `1px solid ${COLOURS.line}`,
              borderRadius: '16px',
              overflow: 'hidden',
            }}
          >
            <Img {...picture} width={WIDTH} className="picture" style={pictureStyle} />
            <Row>
              <Column className="content" style={{ padding: '28px 28px 24px' }}>
                <Heading as="h1" style={headingStyle}>
                  {heading}
                </Heading>
                {status}
                {children}
                <Button href={action.href} className="action" style={buttonStyle}>
                  {action.label}
                </Button>
                {details}
              </Column>
            </Row>
          </Section>
          <Section style={{ padding: '20px 8px 0' }}>
            {footer}
            <FooterLine>
              {SITE.brand}, {businessAddressLine()}
            </FooterLine>
            <PlainAddress href={action.href} />
          </Section>
        </Container>
      </Body>
    </Html>
  )
}

// Without the picture, its text stands on the ground it would cover.
const pictureStyle = {
  width: '100%',
  maxWidth: '100%',
  height: 'auto',
  maxHeight: `${PICTURE_HEIGHT}px`,
  objectFit: 'cover' as const,
  backgroundColor: COLOURS.blush,
  color: COLOURS.ink,
  fontSize: '14px',
  lineHeight: '24px',
  textAlign: 'center' as const,
}

const buttonStyle = {
  backgroundColor: COLOURS.rose,
  borderRadius: '10px',
  color: '#FFFFFF',
  fontSize: '16px',
  fontWeight: 600,
  lineHeight: '24px',
  margin: '4px 0 16px',
  padding: '13px 24px',
}

/** The mark stands on a ground of its own, so that it reads in the dark, too. */
function Brand({ origin }: { origin: string }) {
  return (
    <Row style={{ margin: '0 0 14px' }}>
      <Column style={{ width: '44px', padding: '0 0 0 6px' }}>
        <Img
          src={`${origin}/apple-touch-icon.png`}
          alt=""
          width={36}
          height={36}
          style={{ borderRadius: '9px' }}
        />
      </Column>
      <Column>
        <Link
          href={origin}
          className="link"
          style={{
            color: COLOURS.roseDeep,
            fontFamily: DISPLAY,
            fontSize: '20px',
            fontWeight: 600,
            textDecoration: 'none',
          }}
        >
          {SITE.brand}
        </Link>
      </Column>
    </Row>
  )
}

/** The button's address, for programs that show no button and for copying. The text form has it behind the button's label. */
function PlainAddress({ href }: { href: string }) {
  if (!href.startsWith('http')) return null
  return (
    <div data-skip-in-text="true">
      <Hr className="line" style={{ borderColor: COLOURS.line, margin: '16px 0 12px' }} />
      <Text className="muted" style={{ ...small, fontSize: '13px', lineHeight: '20px' }}>
        Button not working? Copy this address:
        <br />
        <TextLink href={href}>{href}</TextLink>
      </Text>
    </div>
  )
}

export function ReachUs() {
  return (
    <>
      <FooterLine>
        Something wrong? Email <TextLink href={`mailto:${SITE.supportEmail}`}>{SITE.supportEmail}</TextLink>{' '}
        or call <PhoneLink phone={SITE.supportPhone} />, {SITE.supportHours}.
      </FooterLine>
      <FooterLine>{SITE.supportNote}.</FooterLine>
    </>
  )
}

/** A line below the card. */
export function FooterLine({ children }: { children: ReactNode }) {
  return (
    <Text className="muted" style={small}>
      {children}
    </Text>
  )
}

/** The last line of messages to the owner. */
export function OwnerFooter() {
  return <FooterLine>This notice goes to the people who run the shop.</FooterLine>
}

/** The next step where only a person can help. */
export const CALL_US: Action = {
  label: `Call ${SITE.supportPhone}`,
  href: phoneLink(SITE.supportPhone),
}

const DRAWINGS = {
  apologies: 'Drawing: a rose that has lost two petals',
  anniversaries: 'Drawing: daisies whose petals are being counted',
  flowers: 'Drawing: loose stems of tulips and anemones',
  gifts: 'Drawing: flowers in paper with a bow',
  relationships: 'Drawing: two flowers tied with one ribbon',
  words: 'Drawing: a card that says so sorry',
} as const

export type Drawing = keyof typeof DRAWINGS

/** A picture for an email that is not about a bouquet, or brings bad news of one. */
export function drawing(name: Drawing, origin: string): Picture {
  return { src: `${origin}/topics/${name}.jpg`, alt: DRAWINGS[name] }
}
