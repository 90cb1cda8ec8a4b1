import { APOLOGY_MAX } from '#domain/limits.ts'
import { normaliseText } from '#domain/text.ts'
import { RULES, type Rule, type Swap } from './rules.ts'

/** A phrase of a text that undoes the apology. Its place is one in the normalised text. */
export type Mark = {
  rule: Rule
  start: number
  end: number
  /** The words to write in its place; empty: none. They may contain blanks (`___`). */
  better: string
}

export type Findings = {
  /** The text as the shop would store it: places of marks are places in it. */
  text: string
  /** The text that the rules look at: small letters, without what is quoted. */
  spoken: string
  marks: Mark[]
}

/** A sentence is looked at this far back: the work stays linear, whatever is pasted. */
const REACH = 160

type Search = {
  rule: Rule
  find: RegExp
  better: string
  saidBefore: (before: string, phrase: string) => boolean
}

const SEARCHES: readonly Search[] = RULES.flatMap((rule) =>
  rule.swaps.map(({ find, better, after }) => ({
    rule,
    find: new RegExp(`(?<![\\w'])(?:${spaced(find)})(?!(?<=\\w)(?:\\w|'\\w))`, 'dg'),
    better,
    saidBefore: saidBefore(after),
  })),
)

/** A person says what was said or done, or what will not be said any more. */
const REPORTED =
  /\b(?:sa(?:y|ys|id|ying)|t(?:ell|ells|old|elling)|call(?:ed|ing)?|claim\w*|pretend\w*|act(?:ed|ing)?|as if|as though|wrote|texted|excuses?|the words?|won't|not going to|never|(?:do|did|does)n't (?:have|need)(?: to)?|no need(?: to)?|wish|whether|like(?= (?:it|that|you|nobody|a)\b))(?:\W+[\w']+){0,4}\W*$/

/**
 * The phrases of a text that undo an apology, in their order. Nothing leaves the device; the work grows with the text and no
 * faster.
 */
export function findPhrases(typed: string): Findings {
  const text = normaliseText(typed)
  const spoken = withoutQuotes(fold(text.slice(0, APOLOGY_MAX)))
  return { text, spoken, marks: findMarks(text, spoken) }
}

/** The marked words; a space behind them goes with them. */
export function wordsOf(text: string, { start, end }: Mark): string {
  return text.slice(start, end).trimEnd()
}

/** The text with the better phrase in the place of the marked one, and where that stands. */
export function replaceMark(
  text: string,
  { start, end, better }: Mark,
): { text: string; start: number; end: number } {
  let before = text.slice(0, start)
  let after = text.slice(end)
  const begins = /(?:^|[.!?\n]["”’')]*\s*)$/.test(before.slice(-20))
  if (better === '') {
    // A sentence of its own goes with its full stop, a part of one with its comma.
    after = after.replace(begins ? /^[\s.,!?;:]+/ : /^[\s,;:]+(?=\w)|^\s+/, '')
    if (!begins && /^[.!?]|^$/.test(after)) before = before.replace(/[\s,;:–—-]{1,9}$/, '')
    return { text: before + (begins ? capital(after) : after), start: before.length, end: before.length }
  }
  const written = begins ? capital(better) : better
  if (/[.!?]$/.test(written))
    after = after.replace(/^[\s.,!?]+(?=\s|$)/, '').replace(/^\s*\S/, (first) => first.toUpperCase())
  return { text: before + written + after, start, end: start + written.length }
}

function findMarks(text: string, spoken: string): Mark[] {
  const found: Mark[] = []
  for (const { rule, find, better, saidBefore } of SEARCHES) {
    for (const match of spoken.matchAll(find)) {
      const start = match.index
      const before = spoken.slice(Math.max(0, start - REACH), start)
      if (!saidBefore(before, match[0])) continue
      if (rule.unlessReported && REPORTED.test(sentenceOf(before))) continue
      // As it was typed: folding keeps every place.
      const groups = match.indices?.map((place) => (place ? text.slice(...place) : '')) ?? []
      found.push({
        rule,
        start,
        end: start + match[0].length,
        better: better.replace(/\$(\d)/g, (_, group: string) => groups[Number(group)] ?? ''),
      })
    }
  }
  found.sort((a, b) => a.start - b.start || b.end - a.end)
  let end = 0
  return found.filter((mark) => {
    if (mark.start < end) return false
    end = mark.end
    return true
  })
}

/** True for a phrase whose own sentence, or the one before, says what the rule asks for. */
function saidBefore(after: Swap['after']): Search['saidBefore'] {
  if (!after) return () => true
  const said = `(?<![\\w'])(?:${spaced(after.said)})(?!\\w)`
  const [here, previous] = [new RegExp(said), new RegExp(`${said}[^.!?]*[.!?][\\s.!?]*$`)]
  if (after.in === 'previous') return (before) => previous.test(before)
  return (before, phrase) => here.test(sentenceOf(before) + phrase)
}

/** The end of a text from the last sign on that ends a sentence. */
function sentenceOf(text: string): string {
  return text.slice(Math.max(text.lastIndexOf('.'), text.lastIndexOf('!'), text.lastIndexOf('?')) + 1)
}

/** Small letters, plain apostrophes, quotation marks and spaces; every character keeps its place. An empty line ends a sentence. */
function fold(text: string): string {
  return text
    .replaceAll('İ', 'I')
    .toLowerCase()
    .replace(/[‘’ʼ`´]/g, "'")
    .replace(/[“”„«»]/g, '"')
    .replace(/\n(?=\n)/g, '.')
    .replace(/\s/g, ' ')
}

/** A quotation says nothing itself, unless all of the text is in quotation marks. */
function withoutQuotes(folded: string): string {
  const blank = (quoted: string) => '#'.repeat(quoted.length)
  const spoken = folded
    .replace(/"[^"]{1,300}"/g, blank)
    .replace(/(?<![\w'])'(?=\w)[^'"]{1,60}(?:'\w[^'"]{0,60}){0,2}'(?!\w)/g, blank)
  return /\w.*\w/.test(spoken.replaceAll('#', ' ')) ? spoken : folded.replaceAll('"', ' ')
}

/** A space in a rule may be up to four in the text. */
function spaced(find: string): string {
  return find.replaceAll(/ (?!\?)/g, ' {1,4}')
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}
