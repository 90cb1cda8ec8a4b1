import { EMAIL_MAX } from './limits.ts'

/** A state code as far as it is typed: at most two letters, in capitals (§5). */
export function formatState(text: string): string {
  return text
    .replace(/[^A-Za-z]/g, '')
    .slice(0, 2)
    .toUpperCase()
}

// Neither white space nor invisible characters, nor what would end or split an address in a mail header.
const EMAIL = /^[^\s\p{C}@<>()[\]\\,;:"]+@[^\s\p{C}@<>()[\]\\,;:".]+(?:\.[^\s\p{C}@<>()[\]\\,;:".]+)+$/u

/** Whether `text` has the simple shape of an e-mail address (§5): one @, a dot in the domain, no spaces, 254 characters at most. */
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
