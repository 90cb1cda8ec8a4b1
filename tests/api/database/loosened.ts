import { isCheck, splitOutside, type TableSql } from './migrated.ts'
import type { Check, Column, Reference, Unique } from './schema.ts'

// The SQL of a table with one of its rules taken out or changed: the tests of the rules have to notice each.

/** The table lacks a CHECK or one of its conditions, or has another number in it, or a shorter list. */
export function loosenedChecks({ name }: Check, sql: TableSql): TableSql[] {
  const definition = find(sql, (one) => isCheck(one) && one.includes(`"${name}"`))
  const condition = definition.slice(definition.indexOf('(') + 1, -1)
  const words = condition.includes(' between ') ? [] : [' and ', ' or ']
  const parts = words.flatMap((word) => without(splitOutside(condition, word), word))
  const listed = [...condition.matchAll(/, '[\w-]+'/g)].map(({ 0: one, index }) =>
    cut(condition, index, one, ''),
  )
  // Numbers of substr() say no more than the glob beside them.
  const numbers = [...condition.matchAll(/(?<=[ (])\d+(?=[,) ]|$)/g)]
    .filter(({ index }) => !/substr\([^)]*$/.test(condition.slice(0, index)))
    .flatMap(({ 0: one, index }) => [-1, 1].map((by) => cut(condition, index, one, String(Number(one) + by))))
  return [null, ...new Set([...parts, ...listed, ...numbers])]
    .filter((other) => other === null || !SAME.has(other))
    .map((other) =>
      replaced(sql, definition, other === null ? null : definition.replace(condition, () => other)),
    )
}

/** Shorter conditions that say the same, because null passes a CHECK. */
const SAME = new Set([
  "outcome = 'over' or offered_at is not null",
  "(outcome in ('florist', 'refunded')) = (token_hash is null)",
])

/** The column lacks its NOT NULL or its default, or has another default. */
export function loosenedColumns({ name, source }: Column, sql: TableSql): TableSql[] {
  const definition = find(sql, (one) => one.startsWith(`\`${name}\``))
  const [given, byDefault] = [/ NOT NULL/, / DEFAULT ('[^']*'|\w+)/]
  const others = [
    ...(source.notNull ? [definition.replace(given, '')] : [`${definition} NOT NULL`]),
    ...(byDefault.test(definition)
      ? [definition.replace(byDefault, ''), definition.replace(byDefault, ' DEFAULT 7')]
      : [`${definition} DEFAULT 7`]),
  ]
  return others.map((other) => replaced(sql, definition, other))
}

/** The table lacks a unique index or its primary key, or the index lacks a column, a condition or `lower()`. */
export function loosenedUniques({ name, keys }: Unique, sql: TableSql): TableSql[] {
  const index = sql.indexes.get(name)
  if (!index) {
    const key = find(sql, (one) => one.includes('PRIMARY KEY'))
    const listed = keys.map(({ column }) => `\`${column}\``)
    const shorter = listed.length > 1 ? without(listed, ', ').map((one) => `PRIMARY KEY(${one})`) : []
    return [key.replace(/ ?PRIMARY KEY(\(.*\))?/, '') || null, ...shorter].map((one) =>
      replaced(sql, key, one),
    )
  }
  const [, head = '', list = '', condition = ''] =
    /^(.*? ON \S+) \((.*?)\)(?: WHERE (.*))?$/s.exec(index) ?? []
  const where = (text: string) => (text ? ` WHERE ${text}` : '')
  const others = [
    '',
    ...without(splitOutside(list, ','), ',').map((one) => `${head} (${one})${where(condition)}`),
    ...without(condition.split(' and '), ' and ').map((one) => `${head} (${list})${where(one)}`),
    index.replace(/lower\((\w+)\)/, '$1'),
  ]
  return others
    .filter((other) => other !== index && !other.includes('()'))
    .map((other) => ({ ...sql, indexes: new Map([...sql.indexes, [name, other]]) }))
}

/** The table lacks a foreign key, or a deletion has another effect. */
export function loosenedReferences({ columns, onDelete }: Reference, sql: TableSql): TableSql[] {
  const start = `FOREIGN KEY (${columns.map((name) => `\`${name}\``).join(',')})`
  const definition = find(sql, (one) => one.startsWith(start))
  // None is deferred: "no action" holds a row as "restrict" does.
  const own = onDelete === 'no action' ? 'restrict' : onDelete
  const effects = ['cascade', 'set null', 'restrict'].filter((effect) => effect !== own)
  const others = effects.map((effect) => definition.replace(/ON DELETE .*/, `ON DELETE ${effect}`))
  return [null, ...others].map((other) => replaced(sql, definition, other))
}

function find({ definitions }: TableSql, wanted: (definition: string) => boolean): string {
  const found = definitions.filter(wanted)
  if (found.length !== 1 || !found[0]) throw new Error(`Not one definition but ${found.length}`)
  return found[0]
}

function replaced(sql: TableSql, definition: string, other: string | null): TableSql {
  const definitions = sql.definitions.flatMap((one) => (one === definition ? (other ?? []) : one))
  return { ...sql, definitions }
}

/** The text of all parts but one, for each of them. */
function without(parts: string[], separator: string): string[] {
  return parts.length < 2 ? [] : parts.map((_, left) => parts.filter((__, at) => at !== left).join(separator))
}

function cut(text: string, at: number, part: string, by: string): string {
  return text.slice(0, at) + by + text.slice(at + part.length)
}
