import type { Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { linkClosedError } from '#api/florist-portal/florist-order.ts'
import { openLink } from '#api/florist-portal/service.ts'
import { readState } from '#api/orders/state-queries.ts'
import { isRefusedChange, recordChange } from '#api/platform/audit/changes.ts'
import { sha256 } from '#api/platform/hash.ts'
import { forgetDevice, noteRing } from '#api/platform/outbox/outbox.ts'
import { isPushEndpoint, PushError } from '#api/platform/push/push.ts'
import { counterOf, incrementCounter } from '#api/platform/rate-counters.ts'
import { RANG } from '#domain/florist-devices.ts'
import { SITE } from '#domain/site.ts'
import {
  addDevice,
  deviceForRemoval,
  devicesOf,
  hasDevice,
  removeDevice,
  renameDevice,
  renewDevice,
} from './queries.ts'
import type { DeviceAddition, DeviceChoice, DeviceRename, DeviceRenewal, DevicesRequest } from './schema.ts'

// The phones that ring for a shop. A device belongs to the shop: each link of it that works opens them all.

/** The phones of the shop. @throws AppError `florist_link_closed` */
export async function floristDevices(deps: Deps, { token, endpoint }: DevicesRequest) {
  return listed(deps, await shopOfLink(deps, token), endpoint)
}

/**
 * Has a browser ring for the shop. Added again, it gets the new name and keys.
 * @throws AppError `florist_link_closed`; `devices_full`; `invalid` for what is no subscription of a browser
 */
export async function addFloristDevice(deps: Deps, { token, name, subscription }: DeviceAddition) {
  const shopId = await shopOfLink(deps, token)
  requirePush(deps)
  const { endpoint, keys } = subscription
  requireEndpoint(deps, endpoint)
  const at = deps.clock.now().toISOString()
  const added = await addDevice(deps.db, { shopId, name, endpoint, ...withoutPadding(keys), at })
  if (added.length === 0) throw new AppError('devices_full')
  return listed(deps, shopId, endpoint)
}

/** @throws AppError `florist_link_closed`; `device_not_found` */
export async function renameFloristDevice(deps: Deps, { token, deviceId, name, endpoint }: DeviceRename) {
  const shopId = await shopOfLink(deps, token)
  const renamed = await renameDevice(deps.db, shopId, deviceId, name)
  if (renamed.length === 0) throw new AppError('device_not_found')
  return listed(deps, shopId, endpoint)
}

/** A phone that is not there is removed already. @throws AppError `florist_link_closed` */
export async function removeFloristDevice(deps: Deps, { token, deviceId, endpoint }: DeviceChoice) {
  const shopId = await shopOfLink(deps, token)
  await removeDevice(deps.db, shopId, deviceId)
  return listed(deps, shopId, endpoint)
}

/** So often a shop can try its phones. */
const TRIES = { max: 5, seconds: 60 }
/** A try that comes later than this would only startle. */
const TRY_TTL_SECONDS = 60

/**
 * Rings a phone, so that its florist hears how it sounds.
 * @returns what the push service said; `gone`: it knows the browser no more, and the phone was removed
 * @throws AppError `florist_link_closed`; `device_not_found`; `rate_limited`
 */
export async function tryFloristDevice(deps: Deps, { token, deviceId, endpoint }: DeviceChoice) {
  const { db, clock } = deps
  const shopId = await shopOfLink(deps, token)
  const push = requirePush(deps)
  const device = (await devicesOf(db, shopId)).find(({ id }) => id === deviceId)
  if (!device) throw new AppError('device_not_found')
  const now = clock.now()
  const counted = await incrementCounter(db, counterOf('florist-device-tries', shopId, now, TRIES))
  if (counted.length === 0) throw new AppError('rate_limited', { retryAfterSeconds: TRIES.seconds })
  const ring = {
    title: SITE.brand,
    body: 'This is how it sounds.',
    url: `/florist#${token}`,
    tag: 'try',
  }
  const { kind, message } = await push
    .send(device, { payload: JSON.stringify(ring), ttlSeconds: TRY_TTL_SECONDS })
    .then(() => ({ kind: 'taken' as const, message: RANG }), refusal)
  const at = now.toISOString()
  await (kind === 'gone' ? forgetDevice(db, deviceId) : noteRing(db, deviceId, message, at))
  return { answer: kind, ...(await listed(deps, shopId, endpoint)) }
}

function refusal(error: unknown) {
  if (error instanceof PushError) return error
  throw error
}

/** A browser tells its new subscription itself, without a page: its old one, which nobody else knows, says which it is. */
export async function renewFloristDevice(deps: Deps, { before, subscription }: DeviceRenewal) {
  const { endpoint, keys } = subscription
  requireEndpoint(deps, endpoint)
  await renewDevice(deps.db, before, { endpoint, ...withoutPadding(keys) })
}

/**
 * Removes a phone for the back office. One that is not there is removed already.
 * @param actorId who does it
 */
export async function removeDeviceOfShop(deps: Deps, actorId: string, shopId: string, id: string) {
  const { db, clock } = deps
  const found = await deviceForRemoval(db, shopId, id)
  if (!found) return
  const fields = [{ field: 'phones', before: found.name, after: null }]
  const at = clock.now().toISOString()
  // The shop's form does not have it: who is editing it is not in the way of this, nor this of them.
  const { version } = found
  const change = { entity: 'shop', entityId: shopId, action: 'update', fields, actorId, version, at } as const
  await db
    .batch([recordChange(db, change, hasDevice(shopId, id)), removeDevice(db, shopId, id)])
    .catch((error: unknown) => {
      if (!isRefusedChange(error)) throw error
    })
}

async function listed({ db }: Deps, shopId: string, endpoint: string | null) {
  const devices = await devicesOf(db, shopId)
  return {
    devices: devices.map(({ id, name, createdAt, lastRungAt, lastAnswer, ...device }) => ({
      id,
      name,
      createdAt,
      lastRungAt,
      lastAnswer,
      /** It is the browser that asks. */
      isOwn: device.endpoint === endpoint,
    })),
  }
}

/** @throws AppError `florist_link_closed` */
async function shopOfLink({ db, config, clock }: Deps, token: string): Promise<string> {
  const { state } = await readState(db, { floristToken: sha256(token) }, [])
  if (!state) throw linkClosedError()
  return (await openLink(config, state, token, clock.now())).shopOrder.shopId
}

/** Without the setting there is nothing here. */
function requirePush({ push }: Deps) {
  if (!push) throw new AppError('not_found')
  return push
}

function requireEndpoint({ config }: Deps, endpoint: string): void {
  if (isPushEndpoint(endpoint, config.pushStandIn)) return
  const issue = { path: 'subscription.endpoint', message: 'This browser’s push service is not known' }
  throw new AppError('invalid', { message: 'This browser can’t ring here.', issues: [issue] })
}

/** As the encryption reads them. */
function withoutPadding({ p256dh, auth }: DeviceAddition['subscription']['keys']) {
  return { p256dh: p256dh.replaceAll('=', ''), auth: auth.replaceAll('=', '') }
}
