const DEEPEST = 32

/** Writes equal values as equal texts, whatever the order of names; null for one that is nested more deeply than any request is. */
export function canonicalJson(value: unknown): string | null {
  if (isDeeper(value, DEEPEST)) return null
  return JSON.stringify(value, (_, part: unknown) =>
    isObject(part) && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}

function isDeeper(value: unknown, levels: number): boolean {
  if (!isObject(value)) return false
  return levels === 0 || Object.values(value).some((part) => isDeeper(part, levels - 1))
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
