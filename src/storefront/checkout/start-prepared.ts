import { remember } from '#src/lib/browser-storage.ts'
import { CHECKOUT_DRAFT_KEY, checkoutDraft } from '#src/lib/checkout-draft.ts'
import { formValues } from '#src/lib/form-data.ts'
import { savedZip } from '#src/lib/saved-zip.ts'
import { isOurs } from './draft.ts'
import { preparedDraft } from './prepared-draft.ts'

// Stands in the page of a prepared checkout, before what keeps and restores the form of this tab.
const form = document.querySelector<HTMLFormElement>('#checkout')
const mark = document.getElementById('prepared')?.dataset['mark']
if (form && mark) {
  const values = formValues(new FormData(form))
  const prepared = { attemptKey: values['attemptKey'] ?? '', mark, values }
  remember(
    'sessionStorage',
    CHECKOUT_DRAFT_KEY,
    JSON.stringify(preparedDraft(checkoutDraft(), prepared, savedZip())),
  )
  // The form was drawn with messages, which go with a change that a person makes. What is restored or follows from a ZIP is such a
  // change here.
  form.addEventListener('input', (event) => {
    const { target } = event
    if (!(target instanceof Element)) return
    const state = form.querySelector('#state')
    // A state that did not fit the ZIP may fit the next one.
    if (!isOurs(event) && target.id === 'zip') state?.dispatchEvent(new Event('change', { bubbles: true }))
    if (isOurs(event) && target.matches('[aria-invalid]')) tellIfChanged(target)
  })
}

/** Tells the form that a field is not as it was drawn, if it is not. */
function tellIfChanged(field: Element): void {
  if (
    field instanceof HTMLSelectElement &&
    [...field.options].some((o) => o.selected !== o.defaultSelected)
  ) {
    field.dispatchEvent(new Event('change', { bubbles: true }))
  }
  if (!(field instanceof HTMLInputElement) || field.value === field.defaultValue) return
  const { value } = field
  // The form hears of what its own setter has not seen.
  field.value = field.defaultValue
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('change', { bubbles: true }))
}

// Back to a page that the browser had kept, after its order went through: it is drawn again, and says so.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted && !checkoutDraft()) location.reload()
})
