import { pick, type Rng } from './prng.ts'

/** Ways in which people write their email address and phone; the tables are the tests' own. */
export type Sender = { email: string; phone: string }

/** Senders of whom somebody wants no more. */
export const SENDERS: readonly Sender[] = [
  { email: 'samhale@gmail.com', phone: '2125550101' },
  { email: 'j.ortiz@example.com', phone: '6465550102' },
  { email: 'tomasreed@yahoo.com', phone: '4155550103' },
  { email: 'ninakoch@proton.me', phone: '7185550104' },
  { email: 'max@icloud.com', phone: '9175550105' },
  { email: 'dana.price@outlook.com', phone: '3475550106' },
  { email: 'leo-b@fastmail.com', phone: '6285550107' },
  { email: 'kimparker1980@gmail.com', phone: '9295550108' },
]

const TAGS = ['', '', '+flowers', '+1', '+a+b', '+no.more', '+Sorry2026']

function mailboxForms(rng: Rng, email: string): string {
  const [name = '', domain = ''] = email.split('@')
  const tag = pick(rng, TAGS)
  const dotted = Array.from(name, (letter, at) => (at > 0 && rng() < 0.3 ? `.${letter}` : letter)).join('')
  if (domain === 'gmail.com') return `${dotted}${tag}@${pick(rng, ['gmail.com', 'googlemail.com'])}`
  if (domain === 'proton.me') return `${dotted}${tag}@${pick(rng, ['proton.me', 'pm.me', 'protonmail.com'])}`
  if (domain === 'icloud.com') return `${name}${tag}@${pick(rng, ['icloud.com', 'me.com', 'mac.com'])}`
  if (domain === 'yahoo.com') return `${name}${pick(rng, ['', '-shop', '-a-b', '-flowers2'])}@yahoo.com`
  return `${name}${tag}@${domain}`
}

const LETTERS: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.toUpperCase(),
  (text) => ` ${text} `,
  (text) => text.replace(/^./, (first) => first.toUpperCase()),
  (text) => text.replace('@', '\u200b@'),
  (text) => text.replace(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0)),
]

function phoneForms(rng: Rng, phone: string): string {
  const [area, exchange, line] = [phone.slice(0, 3), phone.slice(3, 6), phone.slice(6)]
  return pick(rng, [
    phone,
    `(${area}) ${exchange}-${line}`,
    `${area}-${exchange}-${line}`,
    `${area}.${exchange}.${line}`,
    `+1 ${area} ${exchange} ${line}`,
    `1${phone}`,
    `+1 (${area}) ${exchange}-${line}`,
    `tel:+1${phone}`,
    `${area} ${exchange} ${line} x12`,
    `${area}–${exchange}–${line}, ext. 4`,
    ` ${area}\u00a0${exchange}\u2011${line} `,
  ])
}

/** The email of a sender in some spelling, with another phone, or the phone with another email. */
export function spelledSender(rng: Rng, sender: Sender, index: number): Sender {
  return index % 2 === 0
    ? { email: pick(rng, LETTERS)(mailboxForms(rng, sender.email)), phone: '2125550199' }
    : { email: `other${index}@example.net`, phone: phoneForms(rng, sender.phone) }
}

/** Somebody else whose email and phone are as near to a sender's as they come. */
export function otherSender(rng: Rng, sender: Sender, index: number): Sender {
  const [name = '', domain = ''] = sender.email.split('@')
  const isDotted = !/^(?:gmail\.com|proton\.me)$/.test(domain)
  const email = pick(rng, [
    `${name}${index}@${domain}`,
    `${pick(rng, ['x', 'the', 'mr'])}${name}@${domain}`,
    `${name}@${pick(rng, ['example.org', 'mail.example.com', 'gmail.co', 'hotmail.com', 'aol.com'])}`,
    `${name.slice(0, -1)}@${domain}`,
    ...(isDotted
      ? [`${name.slice(0, 2)}.${name.slice(2)}x@${domain}`, `${name.charAt(0)}.${name.slice(1)}@${domain}`]
      : []),
    `${name}x+${name}@${domain}`,
  ])
  const last = (Number(sender.phone.slice(-2)) + 1 + (index % 60)) % 100
  return { email, phone: phoneForms(rng, sender.phone.slice(0, -2) + String(last).padStart(2, '0')) }
}
