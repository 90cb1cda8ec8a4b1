const UNITS = `ZERO ONE TWO THREE FOUR FIVE SIX SEVEN EIGHT NINE TEN ELEVEN TWELVE THIRTEEN FOURTEEN FIFTEEN SIXTEEN
  SEVENTEEN EIGHTEEN NINETEEN`
const ORDINALS = `ZEROTH FIRST SECOND THIRD FOURTH FIFTH SIXTH SEVENTH EIGHTH NINTH TENTH ELEVENTH TWELFTH THIRTEENTH
  FOURTEENTH FIFTEENTH SIXTEENTH SEVENTEENTH EIGHTEENTH NINETEENTH`
const TENS = 'TWENTY THIRTY FORTY FIFTY SIXTY SEVENTY EIGHTY NINETY'
const TENTHS = 'TWENTIETH THIRTIETH FORTIETH FIFTIETH SIXTIETH SEVENTIETH EIGHTIETH NINETIETH'
const MISSPELLED: Readonly<Record<string, string>> = {
  FOURTY: 'FORTY',
  NINTEEN: 'NINETEEN',
  FIVETH: 'FIFTH',
  FITH: 'FIFTH',
  FIFFTH: 'FIFTH',
  EIGTH: 'EIGHTH',
  EIGHTTH: 'EIGHTH',
  NINETH: 'NINTH',
  TWELVTH: 'TWELFTH',
  TWELTH: 'TWELFTH',
}

type NumberWord = { value: number; isOrdinal: boolean }

const WORDS: ReadonlyMap<string, NumberWord> = new Map(
  [
    { words: UNITS, first: 0, step: 1, isOrdinal: false },
    { words: ORDINALS, first: 0, step: 1, isOrdinal: true },
    { words: TENS, first: 20, step: 10, isOrdinal: false },
    { words: TENTHS, first: 20, step: 10, isOrdinal: true },
  ].flatMap(({ words, first, step, isOrdinal }) =>
    words
      .split(/\s+/)
      .map((word, index): [string, NumberWord] => [word, { value: first + step * index, isOrdinal }]),
  ),
)

const LONGEST = 'SEVENTEENTH'.length

function numberWord(word: string): NumberWord | null {
  const known = word.length > LONGEST ? undefined : WORDS.get(MISSPELLED[word] ?? word)
  return known ?? gluedNumber(word)
}

/** `FORTYSECOND` in one word. */
function gluedNumber(word: string): NumberWord | null {
  if (word.length > 2 * LONGEST) return null
  for (const [ten, { value }] of WORDS) {
    if (value < 20 || value % 10 > 0 || !word.startsWith(ten)) continue
    const unit = WORDS.get(word.slice(ten.length))
    if (unit && unit.value > 0 && unit.value < 10)
      return { value: value + unit.value, isOrdinal: unit.isOrdinal }
  }
  return null
}

/**
 * Reads a number in words: `ONE HUNDRED TWENTY FIFTH` is 125.
 * @param words in capitals
 * @param start where it may begin
 * @returns the number, and the index behind its last word; null if there is none. A number ends with an ordinal.
 */
export function readNumberWords(
  words: readonly string[],
  start: number,
): { value: number; isOrdinal: boolean; next: number } | null {
  let total = 0
  let isOrdinal = false
  // The next word has to be smaller than this to belong to the number: TWENTY FIVE is one, FIVE TWENTY is two.
  let below = Number.POSITIVE_INFINITY
  let next = start
  for (; next < words.length && !isOrdinal; next++) {
    const word = words[next] ?? ''
    if (/^HUNDRED(?:TH)?$/.test(word) && below !== 100 && (next === start || total < 10)) {
      total = Math.max(total, 1) * 100
      below = 100
      isOrdinal = word.endsWith('TH')
      continue
    }
    if (word === 'AND' && total >= 100 && numberWord(words[next + 1] ?? '')) continue
    const number = numberWord(word)
    if (!number || number.value >= below) break
    total += number.value
    below = number.value >= 20 && number.value % 10 === 0 ? 10 : 0
    isOrdinal = number.isOrdinal
  }
  return next === start ? null : { value: total, isOrdinal, next }
}
