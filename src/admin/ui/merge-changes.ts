import type { Path } from 'react-hook-form'

export type Merged<Values> = { values: Values; mine: Path<Values>[] }

/**
 * Brings two people's changes together, field by field: what I changed is mine, everything else is theirs. Lists of
 * words are brought together item by item: what either of us added is there, what either of us removed is gone.
 * @returns the values, and the names of the fields in which they differ from theirs
 */
export function mergeChanges<Values extends object>({
  base,
  mine,
  theirs,
}: Record<'base' | 'mine' | 'theirs', Values>): Merged<Values> {
  const both = Object.keys(theirs).flatMap((key): [keyof Values & string, unknown][] => {
    const name = key as keyof Values & string
    const [was, my, their]: [unknown, unknown, unknown] = [base[name], mine[name], theirs[name]]
    if (same(my, was)) return []
    const value = isList(was) && isList(my) && isList(their) ? mergeLists(was, my, their) : my
    return same(value, their) ? [] : [[name, value]]
  })
  return {
    values: { ...theirs, ...Object.fromEntries(both) },
    mine: both.map(([name]) => name) as string[] as Path<Values>[],
  }
}

function mergeLists(base: readonly string[], mine: readonly string[], theirs: readonly string[]): string[] {
  const [was, kept, there] = [new Set(base), new Set(mine), new Set(theirs)]
  return [
    ...theirs.filter((item) => kept.has(item) || !was.has(item)),
    ...mine.filter((item) => !was.has(item) && !there.has(item)),
  ]
}

function isList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
