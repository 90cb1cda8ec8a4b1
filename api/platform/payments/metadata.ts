/** The provider takes this many characters a value. It does not say how it counts emoji: UTF-16 units are the strictest way. */
const VALUE_MAX = 500
const REST = '_2'

/** The beginning of `text` that the provider takes as so many characters; no character is cut in two. */
export function fitText(text: string, max: number): string {
  return text.slice(0, max).replace(/[\uD800-\uDBFF]$/, '')
}

/** A session's metadata as the provider takes it, without nulls: a value that is too long goes on under its key with `_2` behind it. */
export function splitValues(values: Readonly<Record<string, string | null>>): Record<string, string> {
  const parts = Object.entries(values).flatMap(([key, value]) => {
    if (value === null) return []
    const first = fitText(value, VALUE_MAX)
    const rest = value.slice(first.length)
    return rest
      ? [[key, first] as const, [key + REST, fitText(rest, VALUE_MAX)] as const]
      : [[key, first] as const]
  })
  return Object.fromEntries(parts)
}

/** The values that `splitValues` was given. */
export function joinValues(metadata: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(metadata)
      .filter(([key]) => !key.endsWith(REST))
      .map(([key, value]) => [key, value + (metadata[key + REST] ?? '')]),
  )
}

/** The key whose value a parameter of the provider is about: `note` for `metadata[note_2]`; null for another parameter. */
export function keyOfParameter(parameter: string): string | null {
  return /^metadata\[(\w+?)(?:_2)?\]$/.exec(parameter)?.[1] ?? null
}
