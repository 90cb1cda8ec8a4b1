import type { Fault } from '#local/database/faults.ts'
import type { TestShop } from './shop.ts'

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

/** Hands out a few shops to tests that run at once: opening one for each would take longer than the tests. */
export class ShopPool {
  readonly #free: TestShop[]
  readonly #all: readonly TestShop[]
  readonly #waiting: ((shop: TestShop) => void)[] = []

  constructor(shops: readonly TestShop[]) {
    this.#all = shops
    this.#free = [...shops]
  }

  /** Runs `work` with exclusive use of the shop. */
  async with<T>(work: (shop: TestShop) => Promise<T>): Promise<T> {
    const shop = this.#free.pop() ?? (await new Promise<TestShop>((resolve) => this.#waiting.push(resolve)))
    try {
      return await work(shop)
    } finally {
      const next = this.#waiting.shift()
      if (next) next(shop)
      else this.#free.push(shop)
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#all.map((shop) => shop.close()))
  }
}
