import { narrowText, normaliseText } from '#domain/text.ts'
import { isZip5 } from '#domain/zip.ts'

/** `text` if it is a five-digit ZIP, else null. */
export function validZip(text: string | null | undefined): string | null {
  const zip = narrowText(normaliseText(text ?? '')).trim()
  return isZip5(zip) ? zip : null
}
