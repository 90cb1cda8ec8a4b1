/** A snapshot of drizzle-kit: the tables as they were before a migration. */
type Snapshot = { tables: Readonly<Record<string, { columns: Readonly<Record<string, unknown>> }>> }

/** Mends what drizzle-kit gets wrong where a migration rebuilds a table. @param before the last snapshot */
export function mendMigration(sql: string, before: Snapshot): string {
  // It quotes an index's expression as if it were a column, and copies new columns from the old table, which lacks them.
  return sql
    .replace(/`([^`]*)`/g, (quoted, name) => (/^\w+$/.test(name) ? quoted : name))
    .replace(
      /(INSERT INTO `__new_(\w+)`)\((.*?)\) SELECT .*? FROM/g,
      (copy, into, table, columns: string) => {
        const known = before.tables[table]?.columns
        if (!known) return copy
        const kept = columns.split(', ').filter((column) => column.replaceAll('"', '') in known)
        return `${into}(${kept.join(', ')}) SELECT ${kept.join(', ')} FROM`
      },
    )
}
