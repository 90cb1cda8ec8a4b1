import { FIXED_VALUES, PLACEHOLDER } from '#src/lib/text-values.ts'
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

function namesFor(file: string): string[] {
  return /^content\/(faq|legal)\//.test(file) ? Object.keys(FIXED_VALUES) : []
}
