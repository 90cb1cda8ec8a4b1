import * as z from 'zod/mini'
import { key } from '#api/http/field-schema.ts'

/** What a link to a photograph says about itself. */
export const photoLinkQuery = z.object({ until: key(20), signature: key(100) })
