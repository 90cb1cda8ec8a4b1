import { AsyncLocalStorage } from 'node:async_hooks'

/** A service of others that the shop needs. `profiles`: whoever publishes the profile of an agent's platform. */
export type Service = 'database' | 'payments' | 'mail' | 'push' | 'texts' | 'profiles'

type OutsideCalls = { underWay: Service[]; failed: Service[] }

/** The calls of each request. A request that was answered too late has left some of its own under way. */
const requests = new AsyncLocalStorage<OutsideCalls>()

/** Does the work of a request, or what goes on after its answer, so that {@link awaitedService} can say inside it what the request waits for. */
export function watchOutsideCalls<T>(work: () => T): T {
  return requests.run({ underWay: [], failed: [] }, work)
}

/**
 * Makes one call to a service.
 * @param isOutage true for an error that says that the service is away
 */
export async function outsideCall<T>(
  service: Service,
  call: () => Promise<T>,
  isOutage: (error: unknown) => boolean,
): Promise<T> {
  const calls = requests.getStore()
  if (!calls) return call()
  calls.underWay.push(service)
  try {
    return await call()
  } catch (error) {
    if (isOutage(error)) calls.failed.push(service)
    throw error
  } finally {
    calls.underWay.splice(calls.underWay.indexOf(service), 1)
  }
}

/** The service that the request at hand waits for, else the last one that was away; null if no service is to blame. */
export function awaitedService(): Service | null {
  const { underWay = [], failed = [] } = requests.getStore() ?? {}
  return underWay.at(-1) ?? failed.at(-1) ?? null
}
