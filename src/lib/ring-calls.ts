import type { hc, InferResponseType } from 'hono/client'
import type { FloristDeviceRoutes } from '#api/florist-devices/routes.ts'
import type { DeviceAddition, DeviceChoice, DeviceRename } from '#api/florist-devices/schema.ts'
import { post } from './order-links.ts'

type Devices = ReturnType<typeof hc<FloristDeviceRoutes>>['florist']['devices']
export type Listed = InferResponseType<Devices['$post']>
export type Device = Listed['devices'][number]
type Tried = InferResponseType<Devices['try']['$post']>

const call = <T = Listed>(path: string, json: unknown) => post<T>(`/florist/devices${path}`, json)

/** The calls about the phones of a shop. They throw `ApiError` for failures the API names. */
export const ringCalls = {
  list: (token: string, endpoint: string | null) => call('', { token, endpoint }),
  add: (json: Omit<DeviceAddition, 'subscription'> & { subscription: PushSubscriptionJSON }) =>
    call('/add', json),
  rename: (json: DeviceRename) => call('/rename', json),
  remove: (json: DeviceChoice) => call('/remove', json),
  try: (json: DeviceChoice) => call<Tried>('/try', json),
  renew: (before: string, subscription: PushSubscriptionJSON) =>
    call<unknown>('/renew', { before, subscription }),
}
