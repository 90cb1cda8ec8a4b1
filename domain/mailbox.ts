const GMAIL = 'gmail.com'
const GMAIL_DOMAINS: ReadonlySet<string> = new Set([GMAIL, 'googlemail.com'])

/** Domains at which strangers have their mailboxes side by side. */
const PUBLIC_DOMAINS: ReadonlySet<string> = new Set([
  GMAIL,
  'aol.com',
  'att.net',
  'comcast.net',
  'gmx.com',
  'hotmail.com',
  'icloud.com',
  'live.com',
  'mac.com',
  'mail.com',
  'me.com',
  'msn.com',
  'outlook.com',
  'pm.me',
  'proton.me',
  'protonmail.com',
  'sbcglobal.net',
  'verizon.net',
  'yahoo.com',
  'ymail.com',
])

/**
 * The mailbox that an email address most likely ends up in: lower case, without a `+tag`, and without the dots that
 * Gmail ignores. For counting and comparing only; messages go to the address as it was typed.
 */
export function mailboxOf(email: string): string {
  const address = email.trim().toLowerCase()
  const at = address.lastIndexOf('@')
  const domain = address.slice(at + 1)
  const [name = ''] = address.slice(0, at).split('+')
  // `+tag@example.com` has nothing before its tag: it stays what it is.
  if (name === '') return address
  return GMAIL_DOMAINS.has(domain) ? `${name.replaceAll('.', '')}@${GMAIL}` : `${name}@${domain}`
}

/** True if a domain belongs to a provider with mailboxes for everybody. */
export function isPublicMailDomain(domain: string): boolean {
  return PUBLIC_DOMAINS.has(domain)
}
