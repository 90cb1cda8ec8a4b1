import { partsOf } from './kinds.ts'
import { defaultOf } from './rows.ts'
import { type Column, TABLES, type Table } from './schema.ts'

/** What each table takes, in words: rules.txt, whose changes are the changes of a rule. */
export function describeRules(): string {
  const tables = TABLES.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  return `${tables.map((table) => [table.name, ...linesOf(table).map((line) => `  ${line}`)].join('\n')).join('\n\n')}\n`
}

function linesOf(table: Table): string[] {
  return [
    ...table.columns.map((column) => lineOf(table, column)),
    ...table.checks
      .filter((check) => !partsOf(check))
      .map(({ name, condition }) => `check ${name}: ${condition}`),
    ...table.uniques.map(({ keys, where }) => {
      const list = keys.map(({ column, anyCase }) => (anyCase ? `lower(${column})` : column)).join(', ')
      return `unique (${list})${where ? ` where ${where}` : ''}`
    }),
    ...table.references.map(
      ({ columns, parent, parentColumns, onDelete }) =>
        `(${columns.join(', ')}) refers to ${parent}(${parentColumns.join(', ')}), on delete ${onDelete}`,
    ),
  ]
}

function lineOf(table: Table, column: Column): string {
  const { name, source } = column
  const byDefault = defaultOf(column)
  const kinds = table.checks
    .flatMap((check) => partsOf(check) ?? [])
    .filter((part) => part.column.name === name)
    .map(({ words }) => words)
  return [
    `${name}: ${source.getSQLType()}${source.notNull ? '' : ' or null'}`,
    ...(byDefault === null ? [] : [`by default ${byDefault}`]),
    ...kinds,
  ].join('; ')
}
