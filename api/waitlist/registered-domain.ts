import { getDomain } from 'tldts-icann'

/**
 * The domain of an address as somebody registers it, in lower case: `example.com` of `a@mail.example.com`. Whoever has it gets
 * the mail of every name below it.
 */
export function registeredDomainOf(email: string): string {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  return getDomain(domain) ?? domain
}
