import Phone from 'lucide-react/icons/phone'
import { phoneLink } from '#domain/phone.ts'

type CallButtonProps = {
  /** Who answers. */
  name: string
  phone: string
  look: 'action' | 'quiet'
}

/** Calls somebody, by name; the number shows below the pointer. A long name takes more lines. */
export function CallButton({ name, phone, look }: CallButtonProps) {
  return (
    <a
      className={`button max-w-full md:max-w-72 ${look === 'quiet' ? 'button-quiet' : ''}`}
      href={phoneLink(phone)}
      title={phone}
    >
      <Phone aria-hidden className="flex-none" />
      <span className="min-w-0 text-left leading-tight wrap-anywhere whitespace-normal">{`Call ${name}`}</span>
    </a>
  )
}
