import { Button, Section, Text } from '@react-email/components'
import { Fragment } from 'react'
import { COLOURS, DISPLAY } from './theme.ts'

export const headingStyle = {
  fontFamily: DISPLAY,
  fontSize: '30px',
  lineHeight: '36px',
  fontWeight: 600,
  margin: '0 0 12px',
  // Headings hold what people typed: a word without end must not push the sheet out of the window.
  overflowWrap: 'anywhere' as const,
}
export const paragraphStyle = {
  fontSize: '16px',
  lineHeight: '25px',
  margin: '0 0 16px',
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

/** A name and what there is to say; nothing to say leaves the fact out. */
export type Fact = readonly [name: string, text: string | null | undefined]

/** What there is to know, one under the other. */
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

/** Where to go from here: large enough for a thumb. */
export function ActionLink({ href, children }: { href: string; children: string }) {
  return (
    <Button
      href={href}
      style={{
        backgroundColor: COLOURS.rose,
        borderRadius: '10px',
        color: '#FFFFFF',
        fontSize: '16px',
        fontWeight: 600,
        lineHeight: '24px',
        margin: '8px 0 20px',
        padding: '13px 24px',
      }}
    >
      {children}
    </Button>
  )
}
