import { STOP_WISHES, type StopWish } from '#domain/blocks.ts'
import { readStopCode } from '#domain/stop-code.ts'
import { ApiError } from '#src/lib/api.ts'
import { formValues, type Messages, messagesOf } from '#src/lib/form-data.ts'
import type { ShopApi } from '#src/lib/shop-api.ts'

export type StopFailure = { status: number; problem: string; errors: Messages; requestId: string }

/** The page: the form, with what was typed; or what was stopped, with the code for the other wish. */
export type StopPage = { code: string; wish: StopWish | null; isDone: boolean; failure: StopFailure | null }

/** The form before it was sent. @param code of the address; anybody may have written it */
export function askForCode(code: string | null): StopPage {
  return { code: readStopCode((code ?? '').slice(0, 100)) ?? '', wish: null, isDone: false, failure: null }
}

/** Does what somebody wishes by the code of a card. What was typed is kept. */
export async function stopByForm(api: ShopApi, form: FormData): Promise<StopPage> {
  const values = formValues(form)
  const code = values['code'] ?? ''
  const wish = STOP_WISHES.find((each) => each === values['wish']) ?? null
  try {
    // The API has the words for a wish that nobody chose.
    await api.stop({ code, wish: wish ?? ('' as StopWish) })
    return { code: readStopCode(code) ?? code, wish, isDone: true, failure: null }
  } catch (error) {
    const known = error instanceof ApiError ? error : null
    const failure = {
      // Never 500: that page is not shown, the one for its status takes its place.
      status: known && known.status < 500 ? known.status : 503,
      problem: known?.message ?? 'We can’t tell whether that worked. Please press again: twice does no harm.',
      errors: messagesOf(known?.issues ?? []),
      requestId: known && known.status >= 500 ? known.requestId : '',
    }
    return { code, wish, isDone: false, failure }
  }
}
