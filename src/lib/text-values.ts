import { PAYMENT_METHODS_TEXT } from '#src/domain/payment-methods.ts'

/** By the name that a text writes between double braces: what it stands for (docs/editing.md). */
export type TextValues = Readonly<Record<string, string>>

/** Values that hold until the next build. */
export const FIXED_VALUES: TextValues = {
  'payment methods': PAYMENT_METHODS_TEXT,
}

/** A placeholder in a text of content/faq or content/legal: `{{payment methods}}`. */
export const PLACEHOLDER = /\{\{([^{}]*)\}\}/g

/**
 * Puts values in the place of their names.
 * @throws Error for a name without a value; the build refuses such texts (src/build/texts)
 */
export function fillIn(text: string, values: TextValues): string {
  return text.replaceAll(PLACEHOLDER, (placeholder, name: string) => {
    const value = values[name.trim()]
    if (value === undefined) throw new Error(`There is no value for ${placeholder}.`)
    return value
  })
}
