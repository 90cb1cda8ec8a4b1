import { z } from 'astro/zod'

const EXPECTED = 'expected a day that exists, as in 2026-11-21: year, month, day'

/** A calendar day of the frontmatter: YAML reads it as midnight UTC, or as a text where it is quoted. */
export function day() {
  return z
    .union([z.date(), z.iso.date().transform((text) => new Date(text))], EXPECTED)
    .refine((value) => value.getUTCFullYear() >= 2000 && value.getUTCFullYear() < 2100, EXPECTED)
}
