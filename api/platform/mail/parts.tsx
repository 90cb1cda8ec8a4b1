import { Link, Section, Text } from '@react-email/components'
import { Fragment, type ReactNode } from 'react'
import { layOutCard } from '#domain/card.ts'
import { phoneLink } from '#domain/phone.ts'
import { CARD_SIZES_PX, COLOURS, DISPLAY } from './theme.ts'

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
const noteStyle = {
  display: 'block',
  maxWidth: '360px',
  fontFamily: DISPLAY,
  lineHeight: '1.35',
  margin: '6px 0 0',
  padding: '16px 12px',
  border: `1px solid ${COLOURS.line}`,
  borderRadius: '3px',
  whiteSpace: 'nowrap' as const,
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

/** The apology note with the lines of the card (domain/card.ts): mail programs must not break them, and have another font. */
export function NoteCard({ note }: { note: string }) {
  const { lines, size, rest } = layOutCard(note)
  const fontSize = `${CARD_SIZES_PX[size]}px`
  return (
    <>
      <span className={`note note-${size} line`} dir="auto" style={{ ...noteStyle, fontSize }}>
        <Lines text={lines.join('\n')} />
      </span>
      {rest && (
        <>
          <span className="muted" style={labelStyle}>
            For the back of the card
          </span>
          <br />
          <Lines text={rest} />
        </>
      )}
    </>
  )
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
