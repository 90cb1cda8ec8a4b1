import type { Deps } from '#api/deps.ts'
import { storeProblem } from '#api/platform/failure.ts'
import { deviceName } from '#domain/device.ts'
import { pathForLog } from '#domain/log-path.ts'
import { POLICY_DIRECTIVES } from '#domain/problems.ts'
import { framesOf, redact } from '#domain/redact.ts'
import type { BrowserErrorRequest, PolicyReport } from './schema.ts'

/** Scheme of a script that the reader's own browser brought. */
const EXTENSION = /-extension$/

type Reporter = {
  requestId: string /** Only its name and system are stored. */
  userAgent: string | undefined
}

/** Logs an uncaught error of a browser, and stores it for the back office. */
export function reportBrowserError(deps: Deps, report: BrowserErrorRequest, from: Reporter): void {
  store(deps, 'browser_error', report.path, from, {
    error: redact(report.error),
    message: redact(report.message),
    stack: framesOf(report.stack, report.message),
  })
}

/**
 * Logs what a page tried against its policy, and stores it for the back office: a picture's host that is missing, or a script
 * that somebody put there. A report that no browser writes is dropped.
 */
export function reportViolation(deps: Deps, report: PolicyReport, from: Reporter): void {
  const directive = report['effective-directive']
  if (!POLICY_DIRECTIVES.has(directive)) return
  const blocked = placeOf(report['blocked-uri'])
  if (EXTENSION.test(blocked) || EXTENSION.test(placeOf(report['source-file']))) return
  store(deps, 'policy_violation', URL.parse(report['document-uri'])?.pathname ?? '/', from, {
    error: 'PolicyViolation',
    message: `${directive} does not allow ${blocked || 'this'}`,
  })
}

function store(
  deps: Deps,
  event: string,
  path: string,
  { requestId, userAgent }: Reporter,
  failure: Parameters<typeof storeProblem>[2],
): void {
  const place = pathForLog(path)
  const device = deviceName(userAgent ?? null)
  deps.log('warn', event, { requestId, path: place, device, ...failure })
  storeProblem(deps, { source: 'browser', event, place, requestId, device }, failure)
}

/** The origin of an address, or what browsers say instead of one: `inline`, `data`, `chrome-extension`. */
function placeOf(address: string): string {
  const { protocol, origin } = URL.parse(address) ?? {}
  if (protocol === undefined || origin === undefined) return redact(address).slice(0, 100)
  return origin === 'null' ? protocol.replace(':', '') : origin
}
