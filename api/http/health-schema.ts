import * as z from 'zod/mini'

export const healthAnswer = z.object({ ok: z.literal(true), database: z.literal('answers') })
