import { Button, Link, Section, Text } from '@react-email/components'
import { Fragment, type ReactNode } from 'react'
import { COLOURS, DISPLAY } from './theme.ts'

/** Of a button; the text form leaves its address to the line below it. */
export const ACTION_CLASS = 'action'

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
export const factStyle = {
  fontSize: '16px',
  lineHeight: '24px',
  margin: '0 0 14px',
  overflowWrap: 'anywhere' as const,
}
export const labelStyle = { color: COLOURS.muted, fontSize: '14px', lineHeight: '20px' }

export function Paragraph({ children }: { children: ReactNode }) {
  return (
    <Text style={{ fontSize: '16px', lineHeight: '25px', margin: '0 0 16px', overflowWrap: 'anywhere' }}>
      {children}
    </Text>
  )
}

/** A name and what there is to say; nothing to say leaves the fact out. */
export type Fact = readonly [name: string, text: string | null | undefined]

/** Lists facts, one under the other. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <Section style={{ marginTop: '8px' }}>
      {facts.map(([name, text]) =>
        text ? (
          <Text key={name} style={factStyle}>
            <span style={labelStyle}>{name}</span>
            <br />
            <Lines text={text} />
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

/** A button, large enough for a thumb, and its address below it, for programs that show no button and for copying. */
export function ActionLink({ href, children }: { href: string; children: string }) {
  return (
    <>
      <Button
        href={href}
        className={ACTION_CLASS}
        style={{
          backgroundColor: COLOURS.rose,
          borderRadius: '10px',
          color: '#FFFFFF',
          fontSize: '16px',
          fontWeight: 600,
          lineHeight: '24px',
          margin: '8px 0 12px',
          padding: '13px 24px',
        }}
      >
        {children}
      </Button>
      <Text style={{ ...labelStyle, margin: '0 0 20px' }}>
        <span data-skip-in-text="true">
          Button not working? Copy this address:
          <br />
        </span>
        <Link href={href} style={{ ...linkStyle, wordBreak: 'break-all' }}>
          {href}
        </Link>
      </Text>
    </>
  )
}

/** A link in running text. */
export function TextLink({ href, children }: { href: string; children: string }) {
  return (
    <Link href={href} style={linkStyle}>
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
    <Link href={`tel:${phone.replace(/[^\d+]/g, '')}`} style={{ ...linkStyle, whiteSpace: 'nowrap' }}>
      {phone}
    </Link>
  )
}
