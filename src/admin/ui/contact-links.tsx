import { phoneDigits } from '#domain/phone.ts'

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
