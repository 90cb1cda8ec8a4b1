import { ApiError } from '#src/lib/api.ts'
import { formValues, type Messages, messagesOf } from '#src/lib/form-data.ts'
import type { ShopApi } from '#src/lib/shop-api.ts'

export type FindFailure = {
  status: number
  problem: string
  errors: Messages
  values: Partial<Record<string, string>>
  requestId: string
}

/** Asks for the links of an order. @returns null once that is done, whether or not there is such an order */
export async function findByForm(api: ShopApi, form: FormData): Promise<FindFailure | null> {
  const values = formValues(form)
  try {
    await api.sendLinks({ reference: values['reference'] ?? '', email: values['email'] ?? '' })
    return null
  } catch (error) {
    const known = error instanceof ApiError ? error : null
    return {
      // Never 500: that page is not shown, the one for its status takes its place.
      status: known && known.status < 500 ? known.status : 503,
      problem: known?.message ?? 'That did not work. Please try again in a moment.',
      errors: messagesOf(known?.issues ?? []),
      values,
      requestId: known && known.status >= 500 ? known.requestId : '',
    }
  }
}
