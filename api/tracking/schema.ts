import * as z from 'zod/mini'

export const trackingRequest = z.strictObject({ token: z.string().check(z.minLength(1), z.maxLength(200)) })
