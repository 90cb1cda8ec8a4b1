import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { SQLiteSelect } from 'drizzle-orm/sqlite-core'
import type { Db } from '#api/deps.ts'
import { APOSTROPHES, foldText } from '#domain/text.ts'
import type { Page, PageInfo, PageRequest } from './paging-schema.ts'

/** Rows are counted exactly up to here. */
export const COUNT_MAX = 10_000

/** The number of rows that a query has to count at most: one more than are shown. */
const COUNT_LIMIT = COUNT_MAX + 1

// Latin, Greek and Cyrillic letters with their accents.
const FOLDED_RANGES = [
  [0x20, 0x52f],
  [0x1e00, 0x1fff],
] as const

/** By a folded character, those that are folded to it. */
let variants: ReadonlyMap<string, string> | undefined

/** A pattern of GLOB for a folded character: all that are folded to it. */
function patternOf(character: string): string {
  variants ??= new Map([...Map.groupBy(characters(), foldText)].map(([to, alike]) => [to, alike.join('')]))
  const alike = variants.get(character) ?? character
  return alike === character && !'*?['.includes(character) ? character : `[${alike}]`
}

function characters(): string[] {
  const all = FOLDED_RANGES.flatMap(([from, to]) =>
    Array.from({ length: to - from + 1 }, (_, n) => String.fromCodePoint(from + n)),
  )
  return [...all, ...APOSTROPHES]
}

/**
 * True if a text contains another, whatever the case and accents of their letters. SQLite's own functions fold ASCII only, so
 * the pattern lists what each character may be.
 */
export function contains(text: SQLWrapper, part: string): SQL {
  const pattern = [...foldText(part)].map(patternOf).join('')
  return sql`${text} glob ${`*${pattern}*`}`
}

/** Where the rows of a page (from 1) begin. */
export function offsetOf({ page, size }: Pick<PageRequest, 'page' | 'size'>): number {
  return (page - 1) * size
}

/** Statement: counts rows, no further than shown. @param from `from …`, with its conditions here or in `where` */
export function countRows(db: Db, from: SQL, where?: SQL) {
  return db.all<{ count: number }>(
    sql`select ${cappedCount(where ? sql`${from} where ${where}` : from)} as count`,
  )
}

/** A page of a list and where its rows stand. @param counted by {@link countRows} */
export function pageOf<Row>(
  rows: Row[],
  [counted]: readonly { count: number }[],
  { page, size }: Pick<PageRequest, 'page' | 'size'>,
): Page<Row> {
  return { rows, info: { page, pageSize: size, ...cappedTotal(counted?.count) } }
}

/**
 * Reads a page of a list. Beyond the last page there is the last one: it is read again only then.
 * @param count all rows, where the list itself counts no further than `info.capped` says
 */
export async function withinPages<Found extends { rows: readonly unknown[]; info: PageInfo } | null>(
  page: number,
  read: (page: number) => Promise<Found>,
  count?: () => Promise<Pick<PageInfo, 'total'>>,
): Promise<Found> {
  const found = await read(page)
  if (!found || found.rows.length > 0 || page === 1) return found
  const { total } = found.info.capped && count ? await count() : found.info
  return read(Math.max(1, Math.ceil(total / found.info.pageSize)))
}

/**
 * Reads a page of a list and counts all of it, in one round trip; beyond the last page as {@link withinPages}.
 * @param select the rows in their order, without a condition
 * @param from `from …` of the same rows
 */
export function readPage<Select extends SQLiteSelect>(
  db: Db,
  select: Select,
  from: SQL,
  where: SQL | undefined,
  { page, size }: Pick<PageRequest, 'page' | 'size'>,
): Promise<Page<Select['_']['result'][number]>> {
  return withinPages(page, async (page) => {
    const [rows, counted] = await db.batch([
      select.where(where).limit(size).offset(offsetOf({ page, size })),
      countRows(db, from, where),
    ])
    return pageOf(rows, counted, { page, size })
  })
}

/** The number of rows that `from … where …` gives, never looking at more than are shown: a value of a select list. */
export function cappedCount(from: SQL): SQL<number> {
  return sql<number>`(select count(*) from (select 1 ${from} limit ${sql.raw(String(COUNT_LIMIT))}))`
}

/** A count as it is shown. @param count at most one more than {@link COUNT_MAX} */
export function cappedTotal(count = 0): Pick<PageInfo, 'total' | 'capped'> {
  return { total: Math.min(count, COUNT_MAX), capped: count > COUNT_MAX }
}

/** Values for `in (…)`. */
export function sqlList(values: readonly string[]): SQL {
  return sql.join(
    values.map((value) => sql`${value}`),
    sql`, `,
  )
}
