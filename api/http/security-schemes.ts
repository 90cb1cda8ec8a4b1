import { cookieName } from './session-cookies.ts'

const cookie = (name: Parameters<typeof cookieName>[0], description: string) =>
  ({ type: 'apiKey', in: 'cookie', name: cookieName(name), description }) as const

const header = (name: string, description: string) =>
  ({ type: 'apiKey', in: 'header', name, description }) as const

/** The proofs that callers show, as the OpenAPI document names it. */
export const SECURITY_SCHEMES = {
  session: cookie(
    'access',
    'The session of a signed-in user. Calls that change something send our `Origin`, too.',
  ),
  refresh: cookie('refresh', 'What refreshes a session.'),
  challenge: cookie('challenge', 'The proof of a password that was right, until the second factor is.'),
  link: {
    type: 'http',
    scheme: 'bearer',
    description:
      'The token of a link in an email. It is the field `token` of the body, or of the path; where the body is a picture, it is in the header.',
  },
  signedLink: {
    type: 'apiKey',
    in: 'query',
    name: 'signature',
    description: 'The signature of a link to a photograph.',
  },
  stripeSignature: header('stripe-signature', 'Stripe’s signature of the body.'),
  resendSignature: header(
    'svix-signature',
    'Resend’s signature of the body, with `svix-id` and `svix-timestamp`.',
  ),
  telnyxSignature: header(
    'telnyx-signature-ed25519',
    'Telnyx’s signature of the body, with `telnyx-timestamp`.',
  ),
} as const

export type SecurityScheme = keyof typeof SECURITY_SCHEMES

/** Any of these opens a call; null: so does nothing. */
export const securityOf = (schemes: readonly (SecurityScheme | null)[]): Record<string, string[]>[] =>
  schemes.map((scheme) => (scheme === null ? {} : { [scheme]: [] }))
