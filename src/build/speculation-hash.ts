import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { SPECULATION_FILE } from '#src/speculation.ts'

const rules = readFileSync(new URL(`../../public${SPECULATION_FILE}`, import.meta.url))

/** What a policy calls the speculation rules, which a script puts into the page. */
export const SPECULATION_HASH = `sha256-${createHash('sha256').update(rules).digest('base64')}` as const
