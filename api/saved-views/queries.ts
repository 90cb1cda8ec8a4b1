import { and, asc, eq, sql } from 'drizzle-orm'
import type { Db } from '#api/deps.ts'
import { VIEWS_MAX } from '#domain/limits.ts'
import { savedViews } from '#drizzle/schema/accounts.ts'

/** The saved views of one person, by name. */
export function viewsOf(db: Db, userId: string) {
  return db
    .select({
      id: savedViews.id,
      list: savedViews.list,
      name: savedViews.name,
      search: savedViews.search,
    })
    .from(savedViews)
    .where(eq(savedViews.userId, userId))
    .orderBy(sql`${savedViews.name} collate nocase`, asc(savedViews.list))
    .limit(VIEWS_MAX)
}

/**
 * Saves a view unless the person has as many as there may be; one of the same name is replaced.
 * @returns false when there are too many
 */
export async function saveView(db: Db, view: typeof savedViews.$inferInsert): Promise<boolean> {
  const { id, userId, list, name, search, createdAt } = view
  const saved = await db.all<{ id: string }>(sql`
    insert into ${savedViews} (id, user_id, list, name, search, created_at)
    select ${id}, ${userId}, ${list}, ${name}, ${search}, ${createdAt}
    where (select count(*) from ${savedViews} where user_id = ${userId}) < ${VIEWS_MAX}
      or exists (select 1 from ${savedViews} where user_id = ${userId} and list = ${list} and lower(name) = lower(${name}))
    on conflict (user_id, list, lower(name)) do update set name = excluded.name, search = excluded.search
    returning id`)
  return saved.length > 0
}

/** Deletes a view of this person; of somebody else, or deleted already, is nothing to delete. */
export async function deleteView(db: Db, userId: string, id: string): Promise<void> {
  await db.delete(savedViews).where(and(eq(savedViews.id, id), eq(savedViews.userId, userId)))
}
