import { EMAIL_MAX } from './limits.ts'

// RFC 5321's dot-string and host name in ASCII: payment and mail providers refuse anything else. A domain's name in
// another script arrives here in its `xn--` form, since browsers write it so.
const ATOM = "[a-z0-9!#$%&'*+/=?^_`{|}~-]+"
const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const TOP_LABEL = '[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?'
const EMAIL = new RegExp(`^${ATOM}(?:\\.${ATOM})*@(?:${LABEL}\\.)+${TOP_LABEL}$`, 'i')

/** Whether mail can be addressed to `text`: one @, a dot in the domain, no spaces, 254 characters at most. */
export function isEmail(text: string): boolean {
  return text.length <= EMAIL_MAX && EMAIL.test(text)
}

/**
 * `text` without what cannot be printed or stored: control characters but for line breaks and tabs, and half
 * characters. Line breaks become `\n`, as browsers send them in three ways.
 */
export function printable(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/(?![\n\t])\p{Cc}/gu, '')
}

/** `text` without white space around it and with single spaces inside. */
export function normaliseSpaces(text: string): string {
  return text.trim().replace(/\s+/g, ' ')
}

/** What to call someone whose full name is `fullName`; empty if there is none. */
export function firstName(fullName: string): string {
  return normaliseSpaces(fullName).split(' ', 1)[0] ?? ''
}
