import { type ChangeRequestInput, changeRequest } from '#api/buyer-portal/schema.ts'
import { ApiError } from '#src/lib/api.ts'
import { formValues, type Messages, messagesOf } from '#src/lib/form-data.ts'
import type { ManagedOrder, ShopApi } from '#src/lib/shop-api.ts'
import { CHECK_FIELDS, NOT_DONE } from './messages.ts'

/** The values that the buyer typed, by field. */
export type ManageValues = Partial<Record<string, string>>

/** A form that came to nothing. */
export type Refusal = {
  intent: Intent
  problem: string
  errors: Messages
  /** The API's name of the failure; empty without one. */
  code: string
  /** The values of the form that was sent; null where the order's own are shown. */
  values: ManageValues | null
  /** By which we find the failure again; empty where the buyer can set it right alone. */
  requestId: string
}

export type ManagePage =
  | { state: 'order'; order: ManagedOrder; refusal: Refusal | null }
  | { state: 'unknown' }
  | { state: 'failed'; requestId: string }

type Intent = 'change' | 'cancel'

const CHANGED_FIELDS = Object.keys(changeRequest.shape)

/** The result of a posted form: an address to go to, or a page with its status. */
type Handled = { redirect: string } | { status: number; page: ManagePage }

/** The order behind a link. */
export async function readManagePage(
  api: ShopApi,
  token: string,
  refusal: Refusal | null = null,
): Promise<ManagePage> {
  try {
    return { state: 'order', order: await api.order(token), refusal }
  } catch (error) {
    const known = error instanceof ApiError ? error : null
    // Text that cannot be a token is refused before it is looked up.
    if (known?.code === 'link_unknown' || known?.status === 422) return { state: 'unknown' }
    return { state: 'failed', requestId: known?.requestId ?? '' }
  }
}

/** Changes or cancels the order of a form that was sent from the page. */
export async function handleManageForm(api: ShopApi, form: FormData): Promise<Handled> {
  const { token = '', intent: named, ...values } = formValues(form)
  const intent: Intent = named === 'cancel' ? 'cancel' : 'change'
  try {
    if (intent === 'cancel') await api.cancelOrder(token)
    else {
      const change = CHANGED_FIELDS.flatMap((field) => {
        const value = values[field] ?? ''
        // A form that was drawn before it was asked keeps what is stored.
        return field === 'substitutionPreference' && !value ? [] : [[field, value]]
      })
      await api.changeOrder({ ...Object.fromEntries(change), token } as ChangeRequestInput)
    }
    return { redirect: `/manage?${new URLSearchParams({ token, done: intent })}` }
  } catch (error) {
    const known = error instanceof ApiError ? error : null
    if (known?.code === 'link_unknown') return { status: 200, page: { state: 'unknown' } }
    const status = known?.status ?? 503
    const refusal = {
      intent,
      problem: known?.issues.length ? CHECK_FIELDS : (known?.message ?? NOT_DONE),
      errors: messagesOf(known?.issues ?? []),
      code: known?.code ?? '',
      // After a conflict the form shows what is stored: with what was typed the next try would overwrite it.
      values: intent === 'change' && known?.code !== 'edit_conflict' ? values : null,
      requestId: known && known.status >= 500 ? known.requestId : '',
    }
    const page = await readManagePage(api, token, refusal)
    // Never 500: that page is not shown, the one for its status takes its place.
    return { status: status < 500 && page.state !== 'failed' ? status : 503, page }
  }
}
