/** The texts of a form, by field. A form that is sent without JavaScript writes line breaks as two characters, which count as one. */
export function formValues(form: FormData): Record<string, string> {
  const values: Record<string, string> = {}
  for (const [name, value] of form)
    if (typeof value === 'string') values[name] = value.replaceAll('\r\n', '\n')
  return values
}
