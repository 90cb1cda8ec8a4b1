/** The texts of a form, by field. A form that is sent without JavaScript writes line breaks as two characters, which count as one. */
export function textsOf(form: FormData): Record<string, string> {
  const texts: Record<string, string> = {}
  for (const [name, value] of form)
    if (typeof value === 'string') texts[name] = value.replaceAll('\r\n', '\n')
  return texts
}
