import type { Fault } from '#local/database/faults.ts'
import type { TestShop } from './shop.ts'

/** A time longer than any limit: what a fault keeps waiting is let go by the test. */
export const HELD_MS = 3_600_000

type Calls = TestShop['client']

/**
 * Lets one call of the database fail, counted from now. What comes before and after it is served.
 * @param at 1 for the next call
 * @returns how many calls there were, and how to stop counting and be healthy again
 */
export function failDatabaseAt(shop: TestShop, at: number, fault: Fault) {
  let calls = 0
  const { client } = shop
  const { execute, batch } = client
  const count = () => {
    calls += 1
    if (calls === at) shop.setDatabaseFault(fault)
  }
  client.execute = (...call: Parameters<Calls['execute']>) => {
    count()
    return execute.apply(client, call)
  }
  client.batch = (...call) => {
    count()
    return batch.apply(client, call)
  }
  return {
    get calls() {
      return calls
    },
    stop() {
      client.execute = execute
      client.batch = batch
      shop.setDatabaseFault(null)
    },
  }
}

/** Awaits `work`. What a service keeps waiting meanwhile is let go `ms` later by the shop's clock. */
export async function letGoAfter<T>(
  ms: number,
  shop: Pick<TestShop, 'whenHeld' | 'elapse' | 'release'>,
  work: Promise<T>,
): Promise<T> {
  const ended = work.then(
    () => true,
    () => true,
  )
  while (!(await Promise.race([ended, shop.whenHeld().then(() => false)]))) {
    shop.elapse(ms)
    shop.release()
  }
  return work
}
