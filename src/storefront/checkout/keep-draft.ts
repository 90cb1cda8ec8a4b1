import { restoreDraft, saveDraft } from './draft.ts'

// Stands in the page and runs before the first paint, so that what is typed on a slow line survives a reload. Browsers
// do not restore fields with `autocomplete="off"`, which all fields of the address have.
const form = document.querySelector<HTMLFormElement>('#checkout')
if (form) {
  restoreDraft(form)
  // With each key, not when the page is left: the next page may have read the draft by then.
  for (const type of ['input', 'submit']) form.addEventListener(type, (event) => saveDraft(form, event))
}
