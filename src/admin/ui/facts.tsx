import type { ReactNode } from 'react'
import { phoneDigits } from '#domain/phone.ts'

/** What a record says, a term and its value a line; an empty one shows `Not provided`. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className="facts">{children}</dl>
}

export function Fact({ term, children }: { term: string; children: ReactNode }) {
  const empty = children === null || children === undefined || children === ''
  return (
    <div>
      <dt>{term}</dt>
      <dd>{empty ? <span className="text-muted">Not provided</span> : children}</dd>
    </div>
  )
}

/** An e-mail address that opens a letter. */
export function MailLink({ email }: { email: string }) {
  return (
    <a className="link" href={`mailto:${encodeURIComponent(email).replace('%40', '@')}`}>
      {email}
    </a>
  )
}

/** A phone number of the United States that is called at a tap. */
export function PhoneLink({ phone }: { phone: string }) {
  return (
    <a className="link figures" href={`tel:+1${phoneDigits(phone)}`}>
      {phone}
    </a>
  )
}
