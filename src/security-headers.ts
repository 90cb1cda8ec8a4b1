import { secureHeaders } from 'hono/secure-headers'
import { POLICY_REPORTS } from '#domain/problems.ts'

const IMAGES = "img-src 'self' data:"

/** The policy for a page's resources and forms, apart from the scripts and styles that the build allows by their hashes. */
export const PAGE_DIRECTIVES = [
  "default-src 'none'",
  IMAGES,
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
] as const

/** The policy of answers that are not pages: nothing may run in them. */
export const NOTHING = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

type Elsewhere = {
  /** The origins that a form may lead to: the hosted checkout. */
  formTargets?: readonly string[]
  /** The origins that pictures of products are loaded from. */
  pictures?: readonly string[]
}

/**
 * Completes the policy that the framework wrote for a page.
 * @param elsewhere origins besides our own
 */
export function pagePolicy(written: string, { formTargets = [], pictures = [] }: Elsewhere = {}): string {
  const policy = written.replace(/;?\s*$/, '').replace(IMAGES, [IMAGES, ...pictures].join(' '))
  const targets = ["'self'", ...formTargets].join(' ')
  return `${policy}; form-action ${targets}; frame-ancestors 'none'; report-uri ${POLICY_REPORTS}`
}

/** Other sites learn our origin only, unless a page says less. */
export const REFERRER_POLICY = 'strict-origin-when-cross-origin'

/** All other security headers, on every answer. Files get them from `_headers`, written at the build. */
export const securityHeaders = secureHeaders({
  strictTransportSecurity: 'max-age=63072000; includeSubDomains; preload',
  xFrameOptions: 'DENY',
  referrerPolicy: false,
  crossOriginOpenerPolicy: 'same-origin',
  // Pictures are shown in emails and on the payment page, too.
  crossOriginResourcePolicy: false,
  permissionsPolicy: { camera: [], geolocation: [], microphone: [] },
  // Only browsers that are no longer used read these.
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
})
