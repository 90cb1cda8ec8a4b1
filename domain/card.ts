import { MEASURED, WIDTHS } from './card-widths.ts'
import { normaliseText } from './text.ts'

/**
 * The sizes of the letters on the card, largest first: `ems` is the width of a line in parts of a letter's size, so that
 * larger numbers are smaller letters. The card is 5 by 4: src/styles/parts/note-card.css draws it with the same numbers.
 * In the last one, 300 letters without a line break have room, those of East Asia too.
 */
export const CARD_SIZES = [
  { ems: 15, lines: 8 },
  { ems: 19, lines: 10 },
  { ems: 24, lines: 13 },
] as const

/** Stands on the card before there is a note. */
export const EMPTY_CARD = 'Your words, exactly as we print them.'

export type CardLayout = {
  /** The place of the size in {@link CARD_SIZES}. */
  size: number
  lines: string[]
  /** The end of a note that the card has no room for; empty for a note that fits. */
  rest: string
}

/**
 * An apology note as it stands on the card: the same lines in every browser, in emails and on paper, since it reckons with
 * the widths of the card's own letters and measures nothing. Letters become smaller in two steps; what has no room then is
 * `rest`.
 */
export function layOutCard(note: string): CardLayout {
  const text = normaliseText(note).trim()
  for (const [size, { ems, lines }] of CARD_SIZES.entries()) {
    const broken = breakLines(text, ems, lines)
    if (!broken.rest || size === CARD_SIZES.length - 1) return { size, ...broken }
  }
  return { size: 0, lines: [], rest: text }
}

/** True if the last line of a note does not say who it is from: the first name of `sender` is not in it. */
export function isUnsigned(note: string, sender: string): boolean {
  const name = signatureOf(sender)
  const lastLine = normaliseText(note).trim().split('\n').at(-1) ?? ''
  if (lastLine === '' || name === '') return false
  return !lastLine.split(BETWEEN_WORDS).some((word) => SAME_NAME.compare(word, name) === 0)
}

/** The name that a note is signed with: the first word of the sender's. */
export function signatureOf(sender: string): string {
  return normaliseText(sender).split(BETWEEN_WORDS).find(Boolean) ?? ''
}

/** A note with the sender's first name below it. */
export function signed(note: string, sender: string): string {
  return `${note.trimEnd()}\n${signatureOf(sender)}`
}

/** Names may have a hyphen or an apostrophe inside: Anne-Marie, D'Arcy. */
const BETWEEN_WORDS = /[^\p{L}\p{N}'’-]+/u
/** Without accents, in any letter case, with any apostrophe. */
const SAME_NAME = new Intl.Collator('en', { sensitivity: 'base', ignorePunctuation: true })

// Not by words: which they are in Thai or Chinese depends on the browser's dictionary.
const GRAPHEMES = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** The lines of a text, at most `max` of them, each at most `ems` wide; words that are wider are broken. */
function breakLines(text: string, ems: number, max: number): Pick<CardLayout, 'lines' | 'rest'> {
  const width = ems * 100
  const lines: string[] = []
  let start = 0
  for (const paragraph of text === '' ? [] : text.split('\n')) {
    const paragraphAt = start
    const paragraphEnd = start + paragraph.length
    let used = 0
    // The last place of this line where it may break, and how much of the line was used up to there.
    let breakAt = start
    let usedAtBreak = 0
    let before = ''
    for (const { segment, index } of GRAPHEMES.segment(paragraph)) {
      const at = paragraphAt + index
      const needed = widthOf(segment)
      if (mayBreak(before, segment)) {
        breakAt = at
        usedAtBreak = used
      }
      // Spaces at the end of a line need no room.
      if (used + needed > width && at > start && !isSpace(segment)) {
        const end = breakAt > start ? breakAt : at
        if (lines.length === max) return { lines, rest: text.slice(start) }
        lines.push(text.slice(start, end).trimEnd())
        used = breakAt > start ? used - usedAtBreak : 0
        start = end
        breakAt = end
      }
      used += needed
      before = segment
    }
    if (lines.length === max) return { lines, rest: text.slice(start) }
    lines.push(text.slice(start, paragraphEnd).trimEnd())
    start = paragraphEnd + 1
  }
  return { lines, rest: '' }
}

const WIDE = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\uFF00-\uFF60]/u
const PICTURE = /\p{ExtPict}|\p{Emoji_Presentation}|\u20E3/u
const OPENING = /[\p{Ps}\p{Pi}]$/u
/** Characters that never begin a line. */
const CLOSING = /^[\p{Pe}\p{Pf}\p{Po}ー々]/u

const isSpace = (grapheme: string) => grapheme !== '\u00a0' && /^\s/.test(grapheme)
const isWide = (grapheme: string) => WIDE.test(grapheme) || PICTURE.test(grapheme)

/** True if a line may end with `before` and the next one begin with `after`. */
function mayBreak(before: string, after: string): boolean {
  if (before === '' || isSpace(after)) return false
  if (isSpace(before) || (/^[-–—/]/.test(before) && /^[\p{L}“‘]/u.test(after))) return true
  return (isWide(before) || isWide(after)) && !OPENING.test(before) && !CLOSING.test(after)
}

const widths = new Map([...MEASURED].map((char, at) => [char, Number(WIDTHS.split(' ')[at])]))
const SPACE = widths.get(' ') ?? 0

/** The width of a character in hundredths of the em: measured, or the widest that is usual in other scripts and fonts. */
function widthOf(grapheme: string): number {
  if (grapheme === '\t') return 4 * SPACE
  if (isSpace(grapheme) || grapheme === '\u00a0') return SPACE
  // An accent needs no room of its own.
  const known = widths.get(grapheme) ?? widths.get(grapheme.normalize('NFD').charAt(0))
  if (known !== undefined && !PICTURE.test(grapheme)) return known
  if (PICTURE.test(grapheme)) return 140
  if (WIDE.test(grapheme)) return 100
  return (/\p{Lu}/u.test(grapheme) ? 100 : 80) * Math.max(1, grapheme.match(/\p{L}/gu)?.length ?? 1)
}
