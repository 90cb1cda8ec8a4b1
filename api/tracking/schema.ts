import * as z from 'zod/mini'
import { key } from '#api/http/field-schema.ts'

export const trackingRequest = z.strictObject({ token: key(200) })
