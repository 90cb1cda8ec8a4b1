import * as z from 'zod/mini'
import { pageQuery } from '#api/http/page-schema.ts'

export const searchQuery = z.object({ q: pageQuery.q })
