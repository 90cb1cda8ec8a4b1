import { helpWithNote } from '#src/lib/open-note-help.ts'
import { restoreDraft, saveDraft } from './draft.ts'
import { showNextField } from './next-field.ts'

// Stands in the page and runs before the first paint, so that what is typed on a slow line survives a reload. Browsers
// do not restore fields with `autocomplete="off"`, which all fields of the address have.
const form = document.querySelector<HTMLFormElement>('#checkout')
if (form) {
  restoreDraft(form)
  // As the form itself says once it runs, so that the line below the button does not change then.
  showNextField((field) => form.querySelector<HTMLInputElement>(`#${field}`)?.validity.valid === false)
  // With each key, not when the page is left: the next page may have read the draft by then.
  for (const type of ['input', 'submit']) form.addEventListener(type, (event) => saveDraft(form, event))
  helpWithNote()
}
