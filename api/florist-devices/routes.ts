import { Hono } from 'hono'
import type { ApiEnv } from '#api/http/context.ts'
import { describeAdminWrite, describeShopCall, input } from '#api/http/describe-route.ts'
import { rateLimit } from '#api/http/rate-limit.ts'
import {
  deviceAddition,
  deviceChoice,
  deviceParams,
  deviceRename,
  deviceRenewal,
  devicesRequest,
} from './schema.ts'
import {
  addFloristDevice,
  floristDevices,
  removeDeviceOfShop,
  removeFloristDevice,
  renameFloristDevice,
  renewFloristDevice,
  tryFloristDevice,
} from './service.ts'

// The token is sent in the body, because servers log addresses.

/** `Ring this phone` on the page behind a florist’s link. */
export const floristDevicePage = new Hono<ApiEnv>()
  .post(
    '/florist/devices',
    describeShopCall('The phones that ring for the shop of a florist’s link', {
      message: 'We could not look which phones ring. Please try again.',
      errors: ['florist_link_closed'],
    }),
    rateLimit('lookUp'),
    input('json', devicesRequest),
    async (c) => c.json(await floristDevices(c.var.deps, c.req.valid('json'))),
  )
  .post(
    '/florist/devices/add',
    describeShopCall(
      'Have a browser ring for the shop; added again, it gets the new name and keys, and is this shop’s; ten a shop',
      {
        message: 'This phone does not ring yet. Please try again.',
        errors: ['florist_link_closed', 'devices_full', 'not_found'],
      },
    ),
    rateLimit('lookUp'),
    input('json', deviceAddition),
    async (c) => c.json(await addFloristDevice(c.var.deps, c.req.valid('json'))),
  )
  .post(
    '/florist/devices/rename',
    describeShopCall('Give a phone another name', {
      message: 'The name was not saved. Please try again.',
      errors: ['florist_link_closed', 'device_not_found'],
    }),
    rateLimit('lookUp'),
    input('json', deviceRename),
    async (c) => c.json(await renameFloristDevice(c.var.deps, c.req.valid('json'))),
  )
  .post(
    '/florist/devices/remove',
    describeShopCall('Have a phone ring no more; idempotent', {
      message: 'The phone was not removed. Please try again.',
      errors: ['florist_link_closed'],
    }),
    rateLimit('lookUp'),
    input('json', deviceChoice),
    async (c) => c.json(await removeFloristDevice(c.var.deps, c.req.valid('json'))),
  )
  .post(
    '/florist/devices/try',
    describeShopCall(
      'Ring a phone once, five times a minute a shop; `answer` says whether its push service took it, `gone`: the phone was removed',
      {
        message: 'That did not get through. Please try again.',
        errors: ['florist_link_closed', 'device_not_found', 'not_found'],
      },
    ),
    rateLimit('lookUp'),
    input('json', deviceChoice),
    async (c) => c.json(await tryFloristDevice(c.var.deps, c.req.valid('json'))),
  )
  .post(
    '/florist/devices/renew',
    describeShopCall(
      'Tell the new subscription of a browser that knows its old one; the answer is the same for one that is not known',
      { message: 'That did not get through.' },
    ),
    rateLimit('lookUp'),
    input('json', deviceRenewal),
    async (c) => {
      await renewFloristDevice(c.var.deps, c.req.valid('json'))
      return c.json({ success: true } as const)
    },
  )

/** The phones of a shop in the back office; the shop’s page lists them. */
export const adminFloristDevices = new Hono<ApiEnv>().delete(
  '/admin/shops/:id/devices/:deviceId',
  describeAdminWrite('Have a phone of a shop ring no more; idempotent', {
    message: 'The phone was not removed',
  }),
  input('param', deviceParams),
  async (c) => {
    const { id, deviceId } = c.req.valid('param')
    await removeDeviceOfShop(c.var.deps, c.var.session.userId, id, deviceId)
    return c.json({ success: true } as const)
  },
)

export type FloristDeviceRoutes = typeof floristDevicePage
export type AdminFloristDeviceRoutes = typeof adminFloristDevices
