/** The element that an arrow, Home or End leads to from the one that has the focus; undefined for every other key. */
export function nextByKey(key: string, all: readonly HTMLElement[]): HTMLElement | undefined {
  const at = all.indexOf(document.activeElement as HTMLElement)
  const next = { ArrowRight: at + 1, ArrowDown: at + 1, ArrowLeft: at - 1, ArrowUp: at - 1, Home: 0, End: -1 }
  const to = next[key as keyof typeof next]
  return to === undefined ? undefined : all.at(to % all.length)
}
