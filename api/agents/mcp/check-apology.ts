import * as z from 'zod/mini'
import { checkApology } from '#domain/apology/check.ts'
import { verdict } from '#domain/apology/levels.ts'
import { wordsOf } from '#domain/apology/phrases.ts'
import { BLANK } from '#domain/apology/starters.ts'
import { STEPS } from '#domain/apology/steps.ts'
import { APOLOGY_MAX } from '#domain/limits.ts'
import { toolResult } from './results.ts'

const input = z.object({ text: z.string() })
const LONGEST = APOLOGY_MAX.toLocaleString('en-US')

/**
 * Looks an apology over by the rules of the note. It quotes the person's own words back, and nothing of it is kept.
 * @param sent the arguments of the tool, of which nothing is checked
 * @param origin of the shop
 */
export function lookOver(sent: unknown, origin: string): Record<string, unknown> {
  const { data } = input.safeParse(sent)
  if (!data || data.text.trim() === '') return refusal('There is no text to look over. Send it as `text`.')
  if (data.text.length > APOLOGY_MAX)
    return refusal(`The text is too long. At most ${LONGEST} characters can be looked over.`)
  const { text, marks, steps, level } = checkApology(data.text)
  return toolResult({
    language: 'en',
    mess_up_index: { level, highest: 10, verdict: verdict(level) },
    marks: marks.map((mark) => ({
      words: wordsOf(text, mark),
      why: mark.rule.why,
      ...(mark.better === '' ? { leave_out: true } : { better: mark.better.trim() }),
    })),
    steps: STEPS.map(({ id, title, missing }) =>
      steps.has(id) ? { title, taken: true } : { title, taken: false, missing },
    ),
    blanks_to_fill_in: text.split(BLANK).length - 1,
    page: `${origin}/learn/apology-check`,
  })
}

/** A model reads this and tries again: it is a result, and no error of the protocol. */
function refusal(words: string): Record<string, unknown> {
  return { content: [{ type: 'text', text: words }], isError: true }
}
