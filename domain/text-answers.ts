import { CROCKFORD, readSymbols } from './reference.ts'
import { cutText, foldText, narrowText, normaliseText } from './text.ts'

/**
 * The meaning of a text that somebody sent us; null: none that we know.
 * `order`: the last four characters of the reference that stand behind the answer.
 */
export type TextAnswer =
  | 'yes'
  | 'no'
  | 'stop'
  | 'start'
  | 'help'
  | { answer: 'yes' | 'no'; order: string }
  | null

/** Longer texts mean nothing to us, except that they may begin with STOP. */
const READ_MAX = 400
/** The same before what nobody can see is taken out. */
const RAW_MAX = 4 * READ_MAX
/** A wish to hear no more is short; a letter that mentions one is for a person. */
const STOP_WORDS_MAX = 14
/** The characters of a reference by which a florist names an order. */
export const ORDER_NAME_LENGTH = 4

const ANSWERS = new Map<string, 'yes' | 'no'>([
  ...['1', 'yes', 'y', 'yep', 'yup', 'yeah'].map((word) => [word, 'yes'] as const),
  ...['2', 'no', 'n', 'nope'].map((word) => [word, 'no'] as const),
])
/** Words of the carriers and of the FCC (47 CFR 64.1200(a)(10)) that mean STOP by themselves. */
const STOP = setOf('stop stopall unsubscribe quit revoke optout arret')
/** These do so too; in a sentence they may be about an order. */
const END = setOf('cancel end remove')
const START = setOf('start unstop')
const HELP = setOf('help info')
/** Words that may stand around any of these without changing it. */
const POLITE = setOf('please pls plz thanks thank you thx hi hello hey ok okay me')
const MESSAGES = setOf(
  'texting texts text txt messaging messages message msg msgs sms sending contacting alerts notifications updates subscription',
)
const AROUND_STOP = setOf(
  'no yes yep and just now i want to would like can could you kindly it this that all everything any more my number the these from',
  'immediately already asap of for ever forever us',
)
const AROUND_START = setOf('again texts texting messages the sending')
/** Whole requests to be left in peace that have none of the words. */
const LEAVE_ME = [
  /\bopt(?:ing|ed)? (?:me )?out\b/,
  /\bno (?:more|further) (?:texts?|messages?|sms|msgs?|alerts|notifications)\b/,
  /\b(?:do not|dont|never|stop) (?:text|txt|texting|message|messaging|contact|contacting|sms) (?:me|this number)\b/,
  /\b(?:remove|take) (?:me|my number|this number) (?:off|from)\b/,
  /\bremove my number\b/,
  /\bleave me alone\b/,
  /\b(?:unsubscribe|stopall) (?:me|us)\b/,
  /\brevoke (?:my )?consent\b/,
]

/** Reads a text that somebody sent us: letters of any case, signs, emoji and what nobody can see around it do not count. */
export function readTextAnswer(text: string): TextAnswer {
  // Each step takes time by the length of the text, and whoever has our number may send any.
  const beginning = normaliseText(text.slice(0, RAW_MAX))
  const words = wordsOf(cutText(beginning, READ_MAX))
  if (text.length > RAW_MAX || beginning.length > READ_MAX) return words[0] === 'stop' ? 'stop' : null
  if (isStop(words)) return 'stop'
  if (isOf(words, START, AROUND_START)) return 'start'
  if (isOf(words, HELP, POLITE)) return 'help'
  return readAnswer(words)
}

function wordsOf(text: string): string[] {
  return (
    foldText(narrowText(text))
      .replaceAll("'", '')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  )
}

function isStop(words: readonly string[]): boolean {
  if (words.length > STOP_WORDS_MAX) return words[0] === 'stop'
  const isAboutTexts = words.some((word) => STOP.has(word) || MESSAGES.has(word))
  if (isOf(words, union(STOP, END), isAboutTexts ? union(AROUND_STOP, MESSAGES) : POLITE)) return true
  const sentence = words.join(' ')
  return LEAVE_ME.some((request) => request.test(sentence))
}

/** True if one of the words is of a kind and all others only stand around it. */
function isOf(words: readonly string[], kind: ReadonlySet<string>, around: ReadonlySet<string>): boolean {
  return (
    words.some((word) => kind.has(word)) &&
    words.every((word) => kind.has(word) || around.has(word) || POLITE.has(word))
  )
}

/** `1`, `yes please`, `1 K7QX`, `2 for order ORD-8M2AK7QX`. Both answers, or two orders, are none. */
function readAnswer(words: readonly string[]): TextAnswer {
  const [first = '', ...rest] = words.filter(
    (word) => !POLITE.has(word) && word !== 'order' && word !== 'for',
  )
  const answer = ANSWERS.get(first)
  if (!answer) return null
  const others = rest.filter((word) => ANSWERS.get(word) !== answer && word !== 'ord')
  const [name, ...more] = others
  if (name === undefined) return answer
  const order = more.length === 0 && !ANSWERS.has(name) ? orderName(name) : null
  return order === null ? null : { answer, order }
}

const NAME = new RegExp(`^(?:[${CROCKFORD}]{${ORDER_NAME_LENGTH}})?[${CROCKFORD}]{${ORDER_NAME_LENGTH}}$`)

/** The last four characters of a reference, of which somebody wrote these or all eight. */
function orderName(word: string): string | null {
  const symbols = readSymbols(word.toUpperCase().replace(/^ORD(?=.{8}$)/, ''))
  return NAME.test(symbols) ? symbols.slice(-ORDER_NAME_LENGTH) : null
}

const union = (one: ReadonlySet<string>, other: ReadonlySet<string>) => new Set([...one, ...other])

function setOf(...lists: string[]): ReadonlySet<string> {
  return new Set(lists.flatMap((list) => list.split(' ')))
}
