import * as z from 'zod/mini'
import { key, line, nullIfMissing } from '#api/http/field-schema.ts'
import { DEVICE_NAME_MAX } from '#domain/florist-devices.ts'

// Devices are reached by the token of a florist's link: it opens those of its shop.

/** The token of the link. The service decides whether it opens anything. */
const token = key(2000)
/** An id, which nobody types. */
const deviceId = key(64)
const name = line('Please give this phone a name', DEVICE_NAME_MAX)

/** The lengths that the database takes. */
const address = key(1000)
const base64Url = (bytes: number) =>
  key(200).check(z.regex(new RegExp(`^[A-Za-z0-9_-]{${Math.ceil((bytes * 4) / 3)}}=?=?$`)))
/** A subscription as `PushSubscription.toJSON()` writes it; further fields are left out. */
const subscription = z.object({
  endpoint: address,
  keys: z.object({ p256dh: base64Url(65), auth: base64Url(16) }),
})

/** The endpoint of the page's own browser, by which the answer tells which device it is. */
const own = { endpoint: nullIfMissing(z.nullable(address)) }

export const devicesRequest = z.strictObject({ token, ...own })
export const deviceAddition = z.strictObject({ token, name, subscription })
export const deviceRename = z.strictObject({ token, deviceId, name, ...own })
export const deviceChoice = z.strictObject({ token, deviceId, ...own })
/** A browser that got another subscription from its push service: who knows the old one is the browser. */
export const deviceRenewal = z.strictObject({ before: address, subscription })

export const deviceParams = z.object({ id: key(64), deviceId })

export type DevicesRequest = z.infer<typeof devicesRequest>
export type DeviceAddition = z.infer<typeof deviceAddition>
export type DeviceRename = z.infer<typeof deviceRename>
export type DeviceChoice = z.infer<typeof deviceChoice>
export type DeviceRenewal = z.infer<typeof deviceRenewal>
