import { setTimeout as sleep } from 'node:timers/promises'
import type { Fault as DatabaseFault } from '#local/database/faults.ts'
import { FAULT_KINDS } from '#local/faults.ts'
import { PUSH_FAULT_KINDS } from '#local/push/api.ts'
import { audit } from '#tests/support/audit.ts'
import type { OwnShop } from '#tests/support/own-shop.ts'
import { createRng, pick } from '#tests/support/prng.ts'
import { addPhones, type Florist, floristsAtPhones, sayStart, sayStop } from './worker-florists.ts'
import { auditPhones } from './worker-rings.ts'
import { type Fate, shopper } from './worker-shopper.ts'

/** The result of a round: a line for each fault, and how often each action ran. */
export type Round = { seed: string; faults: string[]; counts: Record<string, number> }

/** The number of shoppers, more than the twenty calls that a queue in the database client once let through. */
const SHOPPERS = 60
/** Faults are injected for this long; shoppers continue until they are done. */
const FAULT_WINDOW_MS = 5_000
const RECOVERY_MS = 120_000
const FATES: Fate[] = ['pays', 'pays', 'pays', 'pays', 'is declined first', 'leaves', 'lets it expire']

/**
 * One round against the built Worker: shoppers buy and florists answer while it and the stand-ins are killed, and the database, the
 * providers and their webhooks fail, at moments drawn from the seed. Then the faults end, the scheduled work runs once, and database and
 * phones are audited. Unlike a simulation, a round is not reproducible: what a kill interrupts depends on the machine.
 * @param florists those that `openFlorists` has added
 */
export async function round(shop: OwnShop, florists: readonly Florist[], seed: string): Promise<Round> {
  await addPhones(shop, florists)
  const rng = createRng(seed)
  const since = new Date().toISOString()
  const counts: Record<string, number> = {}
  const count = (what: string) => {
    counts[what] = (counts[what] ?? 0) + 1
  }
  const between = (least: number, most: number) => Math.floor(least + rng() * (most - least))

  const disturbances: Record<string, () => Promise<unknown>> = {
    'the Worker is killed': async () => shop.crash(),
    'the database is killed': async () => shop.kill('database'),
    'the provider is killed': async () => shop.kill('payments'),
    'the mail box is killed': async () => shop.kill('mail'),
    'the push service is killed': async () => shop.kill('push'),
    'the text provider is killed': async () => shop.kill('texts'),
    'the database fails': () => shop.failDatabase(databaseFault(rng)),
    'the provider fails': () =>
      shop.failPayments({ kind: pick(rng, FAULT_KINDS), times: between(1, 4), ms: between(100, 3_000) }),
    'the push service fails': () =>
      shop.failPush({ kind: pick(rng, PUSH_FAULT_KINDS), times: between(1, 9), ms: between(100, 6_000) }),
    'the text provider fails': () =>
      shop.failTexts({ kind: pick(rng, FAULT_KINDS), times: between(1, 4), ms: between(100, 6_000) }),
    'webhooks are off': () => shop.webhooks(false),
    'webhooks are on': () => shop.webhooks(true),
    'a scheduled run': () => shop.scheduled(),
  }
  const kinds = ['the Worker is killed', ...Object.keys(disturbances)]
  const plan = Array.from({ length: 9 }, () => ({ at: between(0, FAULT_WINDOW_MS), what: pick(rng, kinds) }))

  const buying = Array.from({ length: SHOPPERS }, (_, n) =>
    shopper(
      shop,
      `${seed}-${n}`.replaceAll(/\W/g, '-'),
      pick(rng, FATES),
      between(0, FAULT_WINDOW_MS),
      count,
    ),
  )
  const atPhones = floristsAtPhones(shop, florists, { rng: createRng(`phones of ${seed}`), count, since })
  const stopping = pick(
    rng,
    florists.filter(({ texts }) => texts),
  )
  const stopped = sleep(between(0, FAULT_WINDOW_MS)).then(() => sayStop(shop, stopping, RECOVERY_MS))
  const disturbing = plan.map(async ({ at, what }) => {
    await sleep(at)
    count(what)
    // A run that is killed answers nothing.
    await disturbances[what]?.().catch(() => undefined)
  })
  await Promise.all(disturbing)
  await shop.restarted()
  await shop.failDatabase(null)
  for (const end of [shop.failPayments, shop.failPush, shop.failTexts]) await end({ kind: 'none' })
  const faults = (await Promise.all(buying)).flat()
  await shop.webhooks(true)
  const stoppedAt = await stopped
  count(stoppedAt === null ? 'a florist says STOP, unheard' : 'a florist says STOP')
  faults.push(...(await atPhones.leave()))
  const calmFrom = new Date().toISOString()
  const heard = {
    since,
    calmFrom,
    said: atPhones.said,
    stopped: stoppedAt === null ? null : { number: stopping.number, at: stoppedAt },
  }
  faults.push(...(await faultsAfterRecovery(shop, () => auditPhones(shop, florists, heard))))
  if (stoppedAt !== null) await sayStart(shop, stopping, RECOVERY_MS)
  return { seed, faults, counts }
}

/**
 * Lists the faults left after the scheduled work has run, as often as it takes: a run sends a page of the mail that waits. It is
 * due at once here, not after the minute for which a killed Worker had claimed it.
 * @param alsoAudit more that has to be right then
 */
export async function faultsAfterRecovery(
  shop: OwnShop,
  alsoAudit: () => Promise<string[]> = async () => [],
): Promise<string[]> {
  for (const until = Date.now() + RECOVERY_MS; ; await sleep(500)) {
    await shop.client.execute(
      "update outbox set next_attempt_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now') where status = 'pending'",
    )
    const answer = await shop.scheduled()
    const faults = answer.ok
      ? [...(await audit(shop)), ...(await alsoAudit())]
      : [`the scheduled run answered ${answer.status}`]
    if (faults.length === 0 || Date.now() > until) return faults
  }
}

function databaseFault(rng: () => number): DatabaseFault {
  const kind = pick(rng, ['error', 'hang', 'slow', 'busy', 'lost-answer'] as const)
  return { kind, ms: Math.floor(200 + rng() * 3_000), times: 1 + Math.floor(rng() * 4) }
}
