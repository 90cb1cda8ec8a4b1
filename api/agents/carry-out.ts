import type { Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { counterOf, incrementCounter } from '#api/platform/rate-counters.ts'
import {
  type Answer,
  type Asked,
  type Call,
  type CarryOut,
  errorAnswer,
  type OperationName,
  ProtocolError,
} from './call.ts'
import { getProduct, lookupCatalog, searchCatalog } from './catalog/operations.ts'
import {
  cancelCheckout,
  completeCheckout,
  createCheckout,
  getCheckout,
  updateCheckout,
} from './checkout/operations.ts'
import { profileAddress } from './platforms/profile-address.ts'
import { platformBlock } from './platforms/queries.ts'
import { readPlatform } from './platforms/read-platform.ts'
import { type Capability, CHECKOUT, LOOKUP, SEARCH } from './versions.ts'

type Operation = {
  needs: Capability
  /** The limit that counts it. */
  limit: 'agentReads' | 'agentWrites'
  run: (call: Call, asked: Asked) => Promise<Answer>
}

const OPERATION: Readonly<Record<OperationName, Operation>> = {
  search_catalog: reads(SEARCH, (call, { body }) => searchCatalog(call, body)),
  lookup_catalog: reads(LOOKUP, (call, { body }) => lookupCatalog(call, body)),
  get_product: reads(LOOKUP, (call, { body }) => getProduct(call, body)),
  get_checkout: reads(CHECKOUT, (call, { id }) => getCheckout(call, id)),
  create_checkout: writes((call, { body }) => createCheckout(call, body)),
  update_checkout: writes((call, { id, body }) => updateCheckout(call, id, body)),
  complete_checkout: writes((call, { id }) => completeCheckout(call, id)),
  cancel_checkout: writes((call, { id }) => cancelCheckout(call, id)),
}

function reads(needs: Capability, run: Operation['run']): Operation {
  return { needs, limit: 'agentReads', run }
}

function writes(run: Operation['run']): Operation {
  return { needs: CHECKOUT, limit: 'agentWrites', run }
}

/** A platform has many servers, in many networks. */
const PLATFORM_NETWORKS = 5

/** Carries out an operation for whoever asks: within the limits, for a platform that is not blocked, as far as it knows the operation. */
export const carryOut: CarryOut = async (deps, name, asked) => {
  const { needs, limit, run } = OPERATION[name]
  // A platform that is blocked, or has asked too often, is so in whatever way it writes its address.
  const profileUrl = profileAddress(asked.profileUrl, deps.config)
  await count(deps, { ...asked, profileUrl }, limit)
  const platform = await readPlatform(deps, profileUrl, asked.network)
  const { idempotencyKey, requestHash } = asked
  const call: Call = { deps, platform, idempotencyKey, requestHash }
  if (platform.shared.has(needs)) return run(call, asked)
  return errorAnswer(call, [
    {
      type: 'error',
      code: 'capabilities_incompatible',
      content: `The profile does not name ${needs} in version ${platform.version}.`,
      severity: 'unrecoverable',
    },
  ])
}

/** @throws ProtocolError `rate_limited`, `profile_not_trusted` */
async function count(
  { db, clock, config }: Deps,
  { network, profileUrl }: { network: string; profileUrl: string },
  name: Operation['limit'],
) {
  const limit = config.limits[name]
  const now = clock.now()
  const ofNetwork = counterOf(name, network, now, limit)
  const ofPlatform = counterOf(name, `platform ${profileUrl}`, now, {
    ...limit,
    max: limit.max * PLATFORM_NETWORKS,
  })
  const [[own], [platforms], [platform]] = await db.batch([
    incrementCounter(db, ofNetwork),
    incrementCounter(db, ofPlatform),
    platformBlock(db, profileUrl),
  ])
  if (!own || !platforms) {
    const { message } = new AppError('rate_limited')
    throw new ProtocolError(429, 'rate_limited', message, { retryAfterSeconds: limit.seconds })
  }
  if (platform?.blockedAt) {
    throw new ProtocolError(403, 'profile_not_trusted', 'This shop takes no requests of this platform.')
  }
}
