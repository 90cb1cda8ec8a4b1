/** The first sentence of a text, with its mark; the whole text when it has but one. */
export function firstSentence(text: string): string {
  return /^.*?[.?!][”’"')]*(?=\s+["'“‘(]?[A-Z0-9])/s.exec(text)?.[0] ?? text
}
