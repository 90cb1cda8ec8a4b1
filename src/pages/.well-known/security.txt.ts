import type { APIRoute } from 'astro'
import { SITE } from '#domain/site.ts'

export const prerender = false

const VALID_DAYS = 180

/** Where to report a weakness (RFC 9116). It has to say until when it holds: for half a year from whenever it is read. */
export const GET: APIRoute = ({ locals, site }) => {
  const expires = new Date(locals.now.getTime() + VALID_DAYS * 24 * 60 * 60_000)
  expires.setUTCHours(0, 0, 0, 0)
  const text = `Contact: mailto:${SITE.supportEmail}
Expires: ${expires.toISOString()}
Preferred-Languages: en
Canonical: ${new URL('/.well-known/security.txt', site).href}
`
  return new Response(text, { headers: { 'content-type': 'text/plain; charset=utf-8' } })
}
