import * as z from 'zod/mini'
import { PROBLEM_SOURCES } from '#domain/problems.ts'

export const problemsQuery = z.object({ source: z.optional(z.enum(PROBLEM_SOURCES)) })
