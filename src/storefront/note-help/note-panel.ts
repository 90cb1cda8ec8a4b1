import { findPhrases, type Mark, replaceMark } from '#domain/apology/phrases.ts'
import { BLANK } from '#domain/apology/starters.ts'
import { markedText, markList, summaryOf } from './draw-report.ts'
import { element } from './elements.ts'
import { starterPicker } from './starter-picker.ts'

// `Help me say it`, loaded at its first press (open-note-help.ts). Nothing that is typed leaves the page.

const LEFT_BLANK = 'There is a blank left, and it would be printed. Fill it in, or press again.'
/** A panel beside the form; on smaller screens a dialog above it. */
const BESIDE = matchMedia('(width >= 64rem)')
const DIALOG =
  'dialog grid-cols-1 gap-6 overflow-auto open:grid lg:fixed lg:top-24 lg:right-[max(3rem,50vw-34.5rem)] lg:left-auto lg:z-10 lg:m-0 lg:max-h-[calc(100dvh-7.5rem)] lg:w-92 lg:border lg:border-line lg:p-7'

const opener = document.querySelector<HTMLFormElement>('#note-help')
const field = document.getElementById(opener?.dataset['note'] ?? '')
if (opener && field instanceof HTMLTextAreaElement) help(opener, field)

function help(opener: HTMLFormElement, note: HTMLTextAreaElement): void {
  const undone: string[] = []
  const before: string[] = []
  const title = element('h2', 'pr-10 text-title focus:no-ring', 'Help me say it')
  title.id = 'note-help-title'
  title.tabIndex = -1
  title.autofocus = true
  const found = element('section', 'grid grid-cols-1 gap-4')
  found.ariaLabel = 'Your note'
  const said = element('p', 'strong')
  said.role = 'status'
  const steps = element('a', 'link w-fit py-1 text-small', 'Which of the four steps are missing?')
  steps.href = '/learn/apology-check'
  steps.target = '_blank'
  const close = element(
    'button',
    'absolute top-4 right-4 size-11 cursor-pointer rounded-field text-title text-muted hover:text-ink',
    '×',
  )
  close.type = 'button'
  close.ariaLabel = 'Close'
  close.onclick = () => dialog.close()
  const ways = [undoButtons(), undoButtons()] as const
  const dialog = element('dialog', DIALOG, title, said, ways[0].box, found, starterPicker(startWith), close)
  dialog.setAttribute('aria-labelledby', title.id)
  document.body.append(dialog)
  const button = document.querySelector<HTMLButtonElement>('[form=note-help]')
  button?.after(ways[1].box)

  function draw(): void {
    const report = findPhrases(note.value)
    const isEmpty = report.text.trim() === ''
    const summary = isEmpty ? 'Nothing written yet. Here is a beginning.' : summaryOf(report)
    // Only what is new is read out.
    if (said.textContent !== summary) said.textContent = summary
    found.hidden = isEmpty
    found.replaceChildren(markedText(report), markList(report, mend), steps)
    for (const { next, undo, redo } of ways) {
      next.hidden = !report.text.includes(BLANK)
      undo.hidden = before.length === 0
      redo.hidden = undone.length === 0
    }
  }

  /** As if it were typed: the card, the counter and the draft follow. */
  function write(text: string): void {
    note.setRangeText(text, 0, note.value.length, 'end')
    note.dispatchEvent(new InputEvent('input', { bubbles: true }))
  }

  function change(text: string): void {
    before.push(note.value)
    undone.length = 0
    write(text)
  }

  function mend(mark: Mark): void {
    const { text, start } = replaceMark(findPhrases(note.value).text, mark)
    change(text)
    const blank = text.slice(start, start + mark.better.length).includes(BLANK)
    if (blank && !dialog.matches(':modal')) selectBlank(start)
    else (found.querySelector('button') ?? ways[0].undo).focus()
  }

  function startWith(text: string): void {
    change(text)
    if (dialog.matches(':modal')) dialog.close()
    else selectBlank(0)
  }

  /** Selects the first blank from a place on. */
  function selectBlank(from: number): boolean {
    const at = note.value.indexOf(BLANK, from)
    if (at < 0) return false
    note.focus()
    note.setSelectionRange(at, at + BLANK.length)
    return true
  }

  function undoButtons() {
    const step = (name: string, from: string[], to: string[]) => {
      const made = element('button', 'link py-1', name)
      made.type = 'button'
      made.ariaLabel = `${name} the change of the note`
      made.onclick = () => {
        const text = from.pop()
        if (text === undefined) return
        to.push(note.value)
        write(text)
        // A button that goes would take the focus along.
        const rest = dialog.contains(made) ? title : button
        if (made.hidden) rest?.focus()
      }
      return made
    }
    // A phone has no Tab.
    const next = element('button', 'link py-1', 'Next blank')
    next.type = 'button'
    next.onclick = () => {
      if (dialog.matches(':modal')) dialog.close()
      else if (!selectBlank(note.selectionEnd)) selectBlank(0)
    }
    const [undo, redo] = [step('Undo', before, undone), step('Redo', undone, before)]
    return {
      next,
      undo,
      redo,
      box: element(
        'span',
        'flex flex-wrap gap-x-4 text-small not-has-[:not([hidden])]:hidden',
        ...[next, undo, redo],
      ),
    }
  }

  function open(): void {
    button?.removeAttribute('aria-busy')
    draw()
    if (dialog.open) title.focus()
    else if (BESIDE.matches) dialog.show()
    else dialog.showModal()
  }

  note.addEventListener('input', draw)
  note.addEventListener('keydown', (event) => {
    const isTab = event.key === 'Tab' && !event.shiftKey && !event.ctrlKey && !event.altKey && !event.metaKey
    // Behind the last blank the key goes where it always goes.
    if (isTab && selectBlank(note.selectionEnd)) event.preventDefault()
  })
  // A dialog above the page closes by itself.
  document.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape' && dialog.open && !dialog.matches(':modal')) dialog.close()
  })
  dialog.addEventListener('close', () => {
    if (!selectBlank(0)) button?.focus()
  })

  let warned = ''
  note.form?.addEventListener(
    'submit',
    (event) => {
      if (!note.value.includes(BLANK) || warned === note.value) return
      event.preventDefault()
      event.stopImmediatePropagation()
      warned = note.value
      if (dialog.open) dialog.close()
      selectBlank(0)
      note.setCustomValidity(LEFT_BLANK)
      note.reportValidity()
      note.addEventListener('input', () => note.setCustomValidity(''), { once: true })
    },
    true,
  )
  // The panel has no place on a narrower screen.
  BESIDE.addEventListener('change', () => dialog.close())
  opener.addEventListener('submit', open)
  open()
}
