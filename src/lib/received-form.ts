/** The form that came with a POST, empty if it cannot be read; null if the page was only asked for. */
export async function receivedForm(request: Request): Promise<FormData | null> {
  if (request.method !== 'POST') return null
  return request.formData().catch(() => new FormData())
}
