import type { Deps } from '#api/deps.ts'
import { storeProblem } from '#api/platform/failure.ts'
import { deviceName } from '#domain/device.ts'
import { pathForLog } from '#domain/log-path.ts'
import { POLICY_DIRECTIVES } from '#domain/problems.ts'
import { framesOf, redact } from '#domain/redact.ts'
import type { BrowserErrorRequest, PolicyReport } from './schema.ts'

const EVENT = 'browser_error'

/**
 * Logs an uncaught error of a browser, and stores it for the back office.
 * @param userAgent of the browser; only its name and system are stored
 */
export function reportBrowserError(
  deps: Deps,
  report: BrowserErrorRequest,
  requestId: string,
  userAgent: string | undefined,
): void {
  const place = pathForLog(report.path)
  const device = deviceName(userAgent ?? null)
  const failure = {
    error: redact(report.error),
    message: redact(report.message),
    stack: framesOf(report.stack, report.message),
  }
  deps.log('warn', EVENT, { requestId, path: place, device, ...failure })
  storeProblem(deps, { source: 'browser', event: EVENT, place, requestId, device }, failure)
}

const VIOLATION = 'policy_violation'
/** Schemes of scripts that the reader's own browser brought. */
const EXTENSION = /-extension$/

/**
 * Logs what a page tried against its policy, and stores it for the back office: a picture's host that is missing, or a script
 * that somebody put there. A report that no browser writes is dropped.
 * @param userAgent of the browser; only its name and system are stored
 */
export function reportViolation(
  deps: Deps,
  report: PolicyReport,
  requestId: string,
  userAgent: string | undefined,
): void {
  const directive = report['effective-directive']
  if (!POLICY_DIRECTIVES.has(directive)) return
  const blocked = placeOf(report['blocked-uri'])
  if (EXTENSION.test(blocked) || EXTENSION.test(placeOf(report['source-file']))) return
  const place = pathForLog(URL.parse(report['document-uri'])?.pathname ?? '/')
  const device = deviceName(userAgent ?? null)
  const failure = { error: 'PolicyViolation', message: `${directive} does not allow ${blocked || 'this'}` }
  deps.log('warn', VIOLATION, { requestId, path: place, device, ...failure })
  storeProblem(deps, { source: 'browser', event: VIOLATION, place, requestId, device }, failure)
}

/** The origin of an address, or what browsers say instead of one: `inline`, `data`, `chrome-extension`. */
function placeOf(address: string): string {
  const { protocol, origin } = URL.parse(address) ?? {}
  if (protocol === undefined || origin === undefined) return redact(address).slice(0, 100)
  return origin === 'null' ? protocol.replace(':', '') : origin
}
