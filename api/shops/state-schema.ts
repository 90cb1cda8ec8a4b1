import * as z from 'zod/mini'

/** §3 State, as selects show it: `name (code)`. */
export const stateChoice = z.object({ id: z.string(), code: z.string(), name: z.string() })

export type StateChoice = z.infer<typeof stateChoice>
