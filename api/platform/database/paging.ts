import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { PageInfo } from '#api/http/page-schema.ts'

/** Rows are counted exactly up to here. */
export const COUNT_MAX = 10_000

/** How many rows a query has to count at most: one more than are told. */
export const COUNT_LIMIT = COUNT_MAX + 1

/** Whether a text contains another, whatever the case of its letters; `%` and `_` mean themselves. */
export function contains(text: SQLWrapper, part: string): SQL {
  return sql`${text} like ${`%${part.replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`
}

/** Where the rows of page `page` (from 1) begin. */
export function offsetOf(page: number, pageSize: number): number {
  return (page - 1) * pageSize
}

/**
 * Where a list's rows stand.
 * @param count of the matches, at most {@link COUNT_LIMIT}
 */
export function pageInfoOf(page: number, pageSize: number, count: number): PageInfo {
  return { page, pageSize, ...told(count) }
}

/**
 * Reads a page of a list. Beyond the last page there is the last one: it is read again only then.
 * @param count all rows, where the list itself counts no further than `info.capped` says
 */
export async function withinPages<Page extends { rows: readonly unknown[]; info: PageInfo } | null>(
  page: number,
  read: (page: number) => Promise<Page>,
  count?: () => Promise<Pick<PageInfo, 'total'>>,
): Promise<Page> {
  const found = await read(page)
  if (!found || found.rows.length > 0 || page === 1) return found
  const { total } = found.info.capped && count ? await count() : found.info
  return read(Math.max(1, Math.ceil(total / found.info.pageSize)))
}

/** How many rows `from … where …` gives, never looking at more than have to be told: a value of a select list. */
export function cappedCount(from: SQL): SQL<number> {
  return sql<number>`(select count(*) from (select 1 ${from} limit ${sql.raw(String(COUNT_LIMIT))}))`
}

/** A count as it is told. @param count at most {@link COUNT_LIMIT} */
export function told(count: number): Pick<PageInfo, 'total' | 'capped'> {
  return { total: Math.min(count, COUNT_MAX), capped: count > COUNT_MAX }
}

/** Values for `in (…)`. */
export function sqlList(values: readonly string[]): SQL {
  return sql.join(
    values.map((value) => sql`${value}`),
    sql`, `,
  )
}
