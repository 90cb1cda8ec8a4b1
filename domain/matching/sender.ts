import { mailboxOf } from '#domain/mailbox.ts'
import { phoneDigits } from '#domain/phone.ts'
import { narrowText, normaliseText } from '#domain/text.ts'

/** Somebody who sends flowers, as recognized. The texts are for hashing; messages go to what was typed. */
export type SenderKey = { mailbox: string; phone: string | null }

/** Domains of one provider at which a name is one and the same mailbox. */
const SAME_PROVIDER: Readonly<Record<string, string>> = {
  'pm.me': 'proton.me',
  'protonmail.com': 'proton.me',
  'protonmail.ch': 'proton.me',
  'me.com': 'icloud.com',
  'mac.com': 'icloud.com',
}
/** Yahoo's names have no hyphen: what follows one is a tag, as behind a plus elsewhere. */
const HYPHEN_TAGS = /^(?:yahoo\.com|ymail\.com|rocketmail\.com|myyahoo\.com)$/

/** {@link mailboxOf} an email address, and what single providers treat alike besides. */
function mailboxKey(email: string): string {
  const plain = narrowText(normaliseText(email)).trim().toLowerCase()
  if (!plain.includes('@')) return plain
  const mailbox = mailboxOf(plain)
  const at = mailbox.lastIndexOf('@')
  const [name, typedDomain] = [mailbox.slice(0, at), mailbox.slice(at + 1)]
  const domain = SAME_PROVIDER[typedDomain] ?? typedDomain
  if (domain === 'proton.me') return `${name.replace(/[._-]/g, '') || name}@${domain}`
  return `${(HYPHEN_TAGS.test(domain) && name.split('-', 1)[0]) || name}@${domain}`
}

/** The sender of an order, however email and phone are spelled. An extension is left out: the line is the same. */
export function senderKey({ email, phone }: { email: string; phone: string }): SenderKey {
  return { mailbox: mailboxKey(email), phone: phoneDigits(phone) || null }
}

/** True if two senders have one mailbox, or one phone. It takes keys, or their hashes. */
export function isSameSender(one: SenderKey, other: SenderKey): boolean {
  return one.mailbox === other.mailbox || (one.phone !== null && one.phone === other.phone)
}
