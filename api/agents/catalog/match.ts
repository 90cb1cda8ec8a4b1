import type { ProductRow } from '#api/storefront/queries.ts'
import { describeProduct } from '#domain/catalogue.ts'
import { gradeOf } from '#domain/grades.ts'
import { foldText } from '#domain/text.ts'

/** Every bouquet is found by these. Words that other shops sell something by, such as `delivery`, are not among them. */
const OF_ALL = wordsOf('flowers floral florist bouquet arrangement gift apology apologize sorry forgive')

/** Words that say nothing about goods: they match no bouquet. */
const EMPTY = wordsOf(
  'a an and are as at be by can for from get has have he her hers him his i if in is it its me my need not of on or our please ' +
    'she so some something than that the their them then there they thing this to want was we what who will with you your send ' +
    'order buy find show today tomorrow now one all more said do does any which how much best nice good cheap cheapest like',
)

/**
 * The bouquets that a query is about, the best match first: those with any of its words, more of them counting for more.
 * `*` and words that say nothing about goods are about all. None of its words fits: none.
 */
export function matchQuery(query: string, onSale: readonly ProductRow[]): ProductRow[] {
  if (query.trim() === '*') return [...onSale]
  const asked = [...wordsOf(query)].filter((word) => !EMPTY.has(word))
  if (asked.length === 0) return [...onSale]
  const scored = onSale.map((row) => {
    const own = wordsAbout(row)
    return { row, score: asked.filter((word) => own.has(word) || OF_ALL.has(word)).length }
  })
  return scored
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ row }) => row)
}

function wordsAbout(row: ProductRow): ReadonlySet<string> {
  const grade = gradeOf(row.sku)?.name ?? ''
  return wordsOf(`${row.title} ${grade} ${describeProduct(row)} ${row.sku}`)
}

/** The words of a text, each once: without accents, in small letters, and in the singular. */
function wordsOf(text: string): ReadonlySet<string> {
  const words = foldText(text).match(/[\p{L}\p{N}]+/gu) ?? []
  return new Set(words.map(singular))
}

function singular(word: string): string {
  if (word.length < 4) return word
  return word.replace(/ies$/, 'y').replace(/([^su])s$/, '$1')
}
