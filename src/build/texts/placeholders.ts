import { catalogueValues, FIXED_VALUES, PLACEHOLDER } from '#src/lib/text-values.ts'
import { nearest } from './nearest.ts'

/** The placeholders in a piece of text: does each have a value on its page? */
export function placeholderProblems(file: string, text: string): string[] {
  const names = namesFor(file)
  return [...text.matchAll(PLACEHOLDER)].flatMap(([placeholder, name = '']) => {
    if (names.includes(name.trim())) return []
    const meant = nearest(name.trim(), names)
    const hint = meant ? `Is it {{${meant}}}?` : `There are: ${names.map((one) => `{{${one}}}`).join(', ')}`
    return [`${placeholder} has no value. ${hint}`]
  })
}

/** Legal pages are built before there is a catalogue; the FAQ is rendered on request. */
function namesFor(file: string): string[] {
  const fixed = Object.keys(FIXED_VALUES)
  if (file.startsWith('content/legal/')) return fixed
  return file.startsWith('content/faq/') ? [...fixed, ...Object.keys(catalogueValues(null))] : []
}
