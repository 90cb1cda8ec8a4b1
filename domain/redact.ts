import { STOP_CODE_IN_TEXT } from './stop-code.ts'

// Makes the text of an error fit for a log. Errors quote what they were given, so everything that is
// recognizably personal or secret is replaced. A name alone cannot be recognized: it goes with the field that it
// stands in, with quoted text, and with the values of an SQL statement.

const FIELDS = [
  'e-?mail|phone|tel|full_?name|first_?name|last_?name|name|recipient|recipient_?name|recipient_?phone|customer_?name',
  'customer_?email|customer_?phone|buyer_?name|sender_?name|contact_?name|address|address_?line_?[12]|line[12]|street|unit',
  'street_?address|zip|zip_?code|postal_?code|note|apology_?note|card_?text|card_?note|instructions',
  'delivery_?unit|delivery_?instructions|special_?instructions|story|password|passphrase|secret|token|access_?token|refresh_?token',
  'api_?key|authorization|cookie|set-cookie|session|session_?id|params|args',
].join('|')

const STREETS =
  'street|st|avenue|ave|road|rd|boulevard|blvd|lane|ln|drive|dr|court|ct|place|pl|square|sq|terrace|way|parkway|pkwy|broadway|highway|hwy|plaza'

type Instead = (found: string, ...groups: string[]) => string

// A pattern that begins with a class of signs takes all of them before its function decides: one that fails behind them would
// be tried from each of them again, which takes time by the square of their number.
const RULES: readonly (readonly [found: RegExp, instead: string | Instead])[] = [
  // The values of an SQL statement, however many lines they have.
  [/^(Failed query:[\s\S]*?)\nparams:[\s\S]*$/, '$1'],
  [/\bnear (["'`])[\s\S]*?\1/g, 'near $1[text]$1'],
  // Queries and fragments of addresses hold searches, ZIPs and links that open something.
  [/([\w/.-])[?#][\w%.~-]+=[^\s"'`)]*/g, '$1?[query]'],
  // A field and what it holds: a quoted value, a list, else the rest of the line.
  [
    new RegExp(
      `(["'\`]?)\\b(${FIELDS})\\1\\s*[:=]\\s*(?:"(?:[^"\\\\]|\\\\.)*"?|'(?:[^'\\\\]|\\\\.)*'?|\\[[^\\]]*\\]?|[^\\s}][^}\\n]*)`,
      'gi',
    ),
    '$1$2$1: [redacted]',
  ],
  [/\b(Bearer|Basic)\s+\S+/gi, '$1 [token]'],
  // Quoted text of several words is what somebody wrote.
  [/(?<![\p{L}\p{N}])(["'“`])(?=[^"'“”`\n]*\s)[^"“”`\n]*?(["'”`])(?![\p{L}\p{N}])/gu, '$1[text]$2'],
  // The part before the @ may hold quotes and braces: o'brien@example.com.
  [
    /[^\s"<>()[\],;:@]+(@[^\s"'`<>()[\]{},;:=@]+)?/g,
    (found, domain) => (domain === undefined ? found : '[email]'),
  ],
  [/\b[a-z]{2,6}_(test|live)_[^\s"'`,;)]*/gi, '[id]'],
  [/\b(?:sk|pk|rk|whsec|re|pi|cs|ch|cus|evt|re|du|dp|pm|seti|src|tok)_\w{6,}/g, '[id]'],
  [/\bORD-\w+/gi, '[id]'],
  [/\beyJ[\w-]+(?:\.[\w-]*){0,2}/g, '[token]'],
  [/\b[\w~+=-]{20,}/g, (found) => (/\d/.test(found) && /[a-z]/i.test(found) ? '[id]' : found)],
  [new RegExp(`\\b\\d{1,6}[a-z]?(?:\\s+[\\p{L}\\d.'-]+){0,4}\\s+(?:${STREETS})\\b\\.?`, 'giu'), '[address]'],
  // An apartment; with a digit, so that `unit test` stays.
  [/\b(?:apt|apartment|suite|ste|floor|unit)\.?\s*#?(?=\w*\d)\w{1,6}\b/gi, '[address]'],
  [/\b(?!127\.0\.0\.1\b)\d{1,3}(?:\.\d{1,3}){3}\b/g, '[ip]'],
  STOP_CODE_IN_TEXT,
  // ZIPs, phone and card numbers, however they are grouped; not the line and column of a file.
  [/(?<![\w:.])(?!127\.0\.0\.1)[+(]?\d(?:[ ().+/-]{0,3}\d){4,}(?![\w:])/g, '[number]'],
]

const LONGEST = 1000
/** The rules read no more than this: their work may grow faster than the text. */
const MOST_READ = 2 * LONGEST

/**
 * The text of an error as it may be logged and shown to admins.
 * @param text at most the first 1,000 characters of it are kept
 */
export function redact(text: string): string {
  if (text.length <= MOST_READ) return cut(replaced(text))
  const head = text.slice(0, MOST_READ)
  // The last word is left out, since it may be half of one that a rule would find. A quotation that goes on ends here.
  const end = Math.max(head.lastIndexOf(' '), head.lastIndexOf('\n'), 0)
  const clean = replaced(`${head.slice(0, end)}"`).replace(/"$/, '')
  return cut(`${clean}…`)
}

function replaced(text: string): string {
  return RULES.reduce(
    (rest, [found, instead]) =>
      typeof instead === 'string' ? rest.replace(found, instead) : rest.replace(found, instead),
    text,
  )
}

const cut = (text: string) => (text.length > LONGEST + 1 ? `${text.slice(0, LONGEST)}…` : text)

const FRAME = /^\s*(?:at\s.+|[^\s@]*@\S+:\d+:\d+)$/
const MOST_FRAMES = 15
const LONGEST_FRAME = 300
const LONGEST_STACK = 10_000

/**
 * The frames of a stack: where, and nothing of what. Above them engines repeat the error's text, which is {@link redact}'s.
 * @param stack of any engine
 * @param message the text that is repeated in it; it may look like a frame
 */
export function framesOf(stack: string, message: string): string[] {
  const at = message === '' ? -1 : stack.indexOf(message)
  const below = at === -1 ? stack : stack.slice(at + message.length)
  return below
    .slice(0, LONGEST_STACK)
    .split('\n')
    .filter((line) => FRAME.test(line))
    .slice(0, MOST_FRAMES)
    .map((line) => withoutQueries(line.trim().slice(0, 2 * LONGEST_FRAME)).slice(0, LONGEST_FRAME))
}

/** The address of a page may hold a token; a file's line and column follow it. */
function withoutQueries(frame: string): string {
  return frame.replace(/[?#][^\s)]*?(?=(?::\d+){0,2}(?:\)|$))/g, '')
}
