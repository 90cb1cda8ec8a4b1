import * as z from 'zod'
import { ProtocolError } from './errors.ts'

// The request bodies of Hrana over HTTP in their JSON encoding, as far as `@libsql/client` and the backup send them.

const INT64 = { min: -(2n ** 63n), max: 2n ** 63n - 1n }

const value = z.discriminatedUnion('type', [
  z.object({ type: z.literal('null') }),
  z.object({
    type: z.literal('integer'),
    value: z
      .string()
      .regex(/^-?\d{1,19}$/)
      .transform(BigInt)
      .refine((integer) => integer >= INT64.min && integer <= INT64.max, 'not a 64-bit integer'),
  }),
  z.object({ type: z.literal('float'), value: z.number() }),
  z.object({ type: z.literal('text'), value: z.string() }),
  z.object({ type: z.literal('blob'), base64: z.string().regex(/^[A-Za-z0-9+/]*={0,2}$/) }),
])

const sqlSource = { sql: z.string().nullish(), sql_id: z.int().nullish() }

const stmt = z.object({
  ...sqlSource,
  args: z.array(value).default([]),
  // Named arguments are refused: nothing here names any.
  named_args: z.array(z.never()).nullish(),
  want_rows: z.boolean().nullish(),
})

export type Condition = { type: 'ok' | 'error'; step: number } | { type: 'not'; cond: Condition }

const condition: z.ZodType<Condition> = z.lazy(() =>
  z.discriminatedUnion('type', [
    z.object({ type: z.enum(['ok', 'error']), step: z.int().nonnegative() }),
    z.object({ type: z.literal('not'), cond: condition }),
  ]),
)

const batch = z.object({ steps: z.array(z.object({ condition: condition.nullish(), stmt })) })

const streamRequest = z.discriminatedUnion('type', [
  z.object({ type: z.literal('close') }),
  z.object({ type: z.literal('execute'), stmt }),
  z.object({ type: z.literal('batch'), batch }),
  z.object({ type: z.literal('sequence'), ...sqlSource }),
  z.object({ type: z.literal('store_sql'), sql_id: z.int(), sql: z.string() }),
  z.object({ type: z.literal('close_sql'), sql_id: z.int() }),
])

export const pipelineBody = z.object({ baton: z.string().nullish(), requests: z.array(streamRequest) })
export const cursorBody = z.object({ baton: z.string().nullish(), batch })

export type PipelineBody = z.output<typeof pipelineBody>
export type WireValue = z.output<typeof value>
export type WireStmt = z.output<typeof stmt>
export type WireBatch = z.output<typeof batch>
export type StreamRequest = z.output<typeof streamRequest>
/** SQL given as text, or by the number under which the stream stored it. */
export type SqlSource = { sql?: string | null | undefined; sql_id?: number | null | undefined }

/**
 * Reads a request body.
 * @throws ProtocolError when it is not JSON or not of the protocol's form
 */
export function parseBody<Schema extends z.ZodType>(schema: Schema, body: string): z.output<Schema> {
  let result: z.ZodSafeParseResult<z.output<Schema>>
  try {
    result = schema.safeParse(JSON.parse(body))
  } catch (error) {
    // It is not JSON, or its conditions are nested beyond the stack.
    throw new ProtocolError(`Cannot deserialize client message from JSON: ${String(error)}`)
  }
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw new ProtocolError(
    `Cannot deserialize client message from JSON: ${issue?.path.join('.')}: ${issue?.message}`,
  )
}
