import type { ConfirmationOrder } from '#src/contracts/order-details.ts'
import { ApiError, type ShopApi } from '#src/lib/api.ts'
import { LOOK_UP_FAILED } from './texts.ts'

export type LookUp = { order: ConfirmationOrder } | { message: string; requestId: string }

/** Looks an order up for a form that was sent without JavaScript. */
export async function lookUpForm(form: FormData, api: ShopApi): Promise<LookUp> {
  try {
    return { order: await api.getOrderDetails(String(form.get('session_id') ?? '')) }
  } catch (error) {
    if (error instanceof ApiError) return { message: error.message, requestId: error.requestId }
    return { message: LOOK_UP_FAILED, requestId: '' }
  }
}
