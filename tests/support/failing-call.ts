import type { TestShop } from './shop.ts'

/**
 * Runs something while one call of the database throws; the calls before it are served, and what was put off before is done
 * first.
 * @param at 1 for the next call; every call from there on fails, unless `once`
 */
export async function whileFailing<T>(
  { client, settled }: Pick<TestShop, 'client' | 'settled'>,
  { at, once = false }: { at: number; once?: boolean },
  work: () => Promise<T>,
): Promise<T> {
  await settled()
  const { execute, batch } = client
  let calls = 0
  const mayFail = () => {
    calls += 1
    if (calls === at || (calls > at && !once)) throw new Error('SQLITE_IOERR: secret words of the database')
  }
  client.execute = (...call: unknown[]) => {
    mayFail()
    return Reflect.apply(execute, client, call)
  }
  client.batch = (...call) => {
    mayFail()
    return batch.apply(client, call)
  }
  try {
    return await work()
  } finally {
    client.execute = execute
    client.batch = batch
    // The record of the failure is put off until after the answer: a test that counts calls next must not count it.
    await settled()
  }
}

/** Runs something, and something else right before its `at`-th call of the database; what was put off before is done first. */
export async function whileMeeting<T>(
  { client, settled }: Pick<TestShop, 'client' | 'settled'>,
  at: number,
  other: () => Promise<unknown>,
  work: () => Promise<T>,
): Promise<T> {
  await settled()
  const { execute, batch } = client
  let calls = 0
  const meet = async () => {
    calls += 1
    if (calls !== at) return
    client.execute = execute
    client.batch = batch
    await other()
  }
  client.execute = async (...call: unknown[]) => {
    await meet()
    return Reflect.apply(execute, client, call)
  }
  client.batch = async (...call) => {
    await meet()
    return batch.apply(client, call)
  }
  try {
    return await work()
  } finally {
    client.execute = execute
    client.batch = batch
  }
}
