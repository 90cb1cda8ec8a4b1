import { Link, Section, Text } from '@react-email/components'
import { Fragment, type ReactNode } from 'react'
import { phoneLink } from '#domain/phone.ts'
import { COLOURS, DISPLAY } from './theme.ts'

export const headingStyle = {
  fontFamily: DISPLAY,
  fontSize: '28px',
  lineHeight: '34px',
  fontWeight: 600,
  margin: '0 0 12px',
  textWrap: 'balance' as const,
  // Headings hold what people typed: a very long word must not make the card wider than the window.
  overflowWrap: 'anywhere' as const,
}
/** Underlined: colour alone does not mark a link. */
export const linkStyle = { color: COLOURS.roseDeep, textDecoration: 'underline' }
const factStyle = {
  fontSize: '16px',
  lineHeight: '24px',
  margin: '0 0 14px',
  overflowWrap: 'anywhere' as const,
}
const labelStyle = { color: COLOURS.muted, fontSize: '14px', lineHeight: '20px' }

export function Paragraph({ children }: { children: ReactNode }) {
  return (
    <Text style={{ fontSize: '16px', lineHeight: '25px', margin: '0 0 16px', overflowWrap: 'anywhere' }}>
      {children}
    </Text>
  )
}

/** A name and what there is to say; nothing to say leaves the fact out. */
export type Fact = readonly [name: string, value: ReactNode]

/** Lists facts, one under the other. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <Section style={{ marginTop: '8px' }}>
      {facts.map(([name, value]) =>
        value ? (
          <Text key={name} style={factStyle}>
            <span className="muted" style={labelStyle}>
              {name}
            </span>
            <br />
            {typeof value === 'string' ? <Lines text={value} /> : value}
          </Text>
        ) : null,
      )}
    </Section>
  )
}

/** Line breaks as elements: white space alone is lost in the text form, and in some mail programs. */
function Lines({ text }: { text: string }) {
  return text.split('\n').map((line, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a line has no other name than its place
    <Fragment key={at}>
      {at > 0 && <br />}
      {line}
    </Fragment>
  ))
}

/** A link in running text. It breaks within a word only where nothing else fits. */
export function TextLink({ href, children }: { href: string; children: string }) {
  return (
    <Link href={href} className="link" style={{ ...linkStyle, overflowWrap: 'anywhere' }}>
      {children}
    </Link>
  )
}

/** An order reference, which does not break at its hyphen. */
export function Reference({ children }: { children: string }) {
  return <span style={{ whiteSpace: 'nowrap' }}>{children}</span>
}

/** A phone number as a link; it never breaks across lines. */
export function PhoneLink({ phone }: { phone: string }) {
  return (
    <Link href={phoneLink(phone)} className="link" style={{ ...linkStyle, whiteSpace: 'nowrap' }}>
      {phone}
    </Link>
  )
}
