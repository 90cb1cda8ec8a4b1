import * as z from 'zod/mini'
import { key } from '#api/http/field-schema.ts'

/** Until when a link to a photograph works, and its signature. */
export const photoLinkQuery = z.object({ until: key(20), signature: key(100) })
