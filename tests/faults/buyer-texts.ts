import { zonedParts } from '#domain/zoned-time.ts'
import type { Rung } from './rings-audit.ts'

type Rows = (sql: string) => Promise<Record<string, unknown>[]>

/** The news of a buyer's text: the words up to the order that it names. */
const NEWS = /^Apologize Better: .*?order (\w{4})\b/
const QUESTION = /\/(?:choice|substitution)\?token=/

/** Buyers are texted once about the same, only if they agreed, and by night only what they are asked. */
export async function auditBuyerTexts(rows: Rows, rung: readonly Rung[]): Promise<string[]> {
  const agreed = await rows(`select substr(o.order_reference, -4) as name, o.time_zone as zone from consents c
    join orders o on o.id = c.order_id`)
  const faults: string[] = []
  const known = new Set<string>()
  for (const { text = '', at, way } of rung) {
    const [news, name] = NEWS.exec(text) ?? []
    if (news === undefined) continue
    const own = agreed.find((each) => each['name'] === name)
    if (!own) faults.push(`texted about ${name} without a consent`)
    // Two questions are about two things: their links differ.
    const about = QUESTION.test(text) ? text : `${way} ${news}${text.slice(news.length, news.length + 20)}`
    if (known.has(about)) faults.push(`texted twice: ${about}`)
    known.add(about)
    const { hour } = zonedParts(new Date(at), String(own?.['zone'] ?? 'America/New_York'))
    if (!QUESTION.test(text) && (hour < 8 || hour >= 21)) faults.push(`texted by night: ${news} at ${at}`)
  }
  return faults
}
