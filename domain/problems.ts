/** Where something can fail: in the Worker, or in somebody's browser. */
export const PROBLEM_SOURCES = ['server', 'browser'] as const
export type ProblemSource = (typeof PROBLEM_SOURCES)[number]

/** The number that admins see at once, of each source. */
export const PROBLEMS_SHOWN = 50
/** The number that is kept of each source. */
export const PROBLEMS_KEPT = 200

/**
 * The directives that a browser can find broken (CSP Level 3, Trusted Types). A report about another one was written by
 * somebody who wants admins to read it.
 */
export const POLICY_DIRECTIVES: ReadonlySet<string> = new Set([
  'default-src',
  'script-src',
  'script-src-elem',
  'script-src-attr',
  'style-src',
  'style-src-elem',
  'style-src-attr',
  'img-src',
  'font-src',
  'connect-src',
  'media-src',
  'object-src',
  'manifest-src',
  'worker-src',
  'prefetch-src',
  'child-src',
  'frame-src',
  'fenced-frame-src',
  'frame-ancestors',
  'form-action',
  'base-uri',
  'sandbox',
  'require-trusted-types-for',
  'trusted-types',
])

/** Where browsers report what a page tried against its policy. */
export const POLICY_REPORTS = '/api/policy-reports'
