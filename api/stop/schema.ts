import * as z from 'zod/mini'
import { plainLine } from '#api/http/field-schema.ts'
import { STOP_WISHES } from '#domain/blocks.ts'
import { readStopCode } from '#domain/stop-code.ts'

/** Longer than a code with whatever stands between its symbols. */
const TYPED_MAX = 100

export const stopRequest = z.strictObject({
  code: plainLine('Please enter the code from the back of the card', TYPED_MAX).check(
    z.refine((typed) => readStopCode(typed) !== null, {
      error: 'A code has 16 letters and digits. Please check it against the card',
      abort: true,
    }),
  ),
  wish: z.enum(STOP_WISHES, 'Please choose one'),
})

export type StopRequest = z.infer<typeof stopRequest>
