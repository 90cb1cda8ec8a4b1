import type { Deps } from '#api/deps.ts'
import { storeProblem } from '#api/platform/failure.ts'
import { deviceName } from '#domain/device.ts'
import { framesOf, redact } from '#domain/redact.ts'
import { pathForLog } from '#src/lib/log-path.ts'
import type { BrowserErrorRequest } from './schema.ts'

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
