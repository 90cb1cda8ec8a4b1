import Copy from 'lucide-react/icons/copy'
import Download from 'lucide-react/icons/download'
import { type ComponentProps, useState } from 'react'
import { Button } from '#src/components/ui/button.tsx'
import { attempt, notify } from './toasts.tsx'

type ActionButtonProps = Omit<ComponentProps<typeof Button>, 'type' | 'busy' | 'onClick'> & {
  /** The work of a press, including its success message. */
  run: () => Promise<unknown>
  /** Shown in a toast when the failure has no message of its own. */
  failure: string
}

/**
 * A button that does something at once, without a question. A second press while it works does nothing, and neither does
 * the second press of a double click, which may come after the answer.
 */
export function ActionButton({ run, failure, ...rest }: ActionButtonProps) {
  // State of our own: a mutation's `isPending` comes a moment too late for a double click.
  const [busy, setBusy] = useState(false)
  const press = async () => {
    setBusy(true)
    await attempt(run, failure)
    setBusy(false)
  }
  return (
    <Button {...rest} type="button" busy={busy} onClick={({ detail }) => !busy && detail < 2 && press()} />
  )
}

type CsvButtonProps = {
  /** Fetches the file and its name. */
  load: () => Promise<{ file: Blob; name: string }>
  /** Shown when the failure has no message of its own. */
  failure: string
}

/** Downloads all of a list as a CSV file. */
export function CsvButton({ load, failure }: CsvButtonProps) {
  const download = async () => {
    const { file, name } = await load()
    saveFile(file, name)
  }
  return (
    <ActionButton look="quiet" run={download} failure={failure}>
      <Download aria-hidden />
      Download CSV
    </ActionButton>
  )
}

/** Saves a file with the browser's downloads. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // Not at once: some browsers begin the download after this turn.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}

type CopyProps = {
  text: string
  /** The copied thing, as a sentence begins: `Key`. */
  what: string
}

/** Puts a text on the clipboard, and says what came of it. */
export function CopyButton({ text, what, children }: CopyProps & { children: string }) {
  return (
    <ActionButton look="quiet" run={() => copy({ text, what })} failure={COPY_FAILED}>
      {children}
    </ActionButton>
  )
}

/** The same beside the text itself, as an icon. */
export function CopyIcon({ text, what }: CopyProps) {
  return (
    <button
      type="button"
      className="-my-1 ml-0.5 inline-grid size-7 flex-none cursor-pointer place-items-center rounded-field align-middle text-muted hover:bg-ink/6 hover:text-ink pointer-coarse:size-9 [&>svg]:size-3.75"
      aria-label={`Copy ${text}`}
      title="Copy"
      onClick={() => attempt(() => copy({ text, what }), COPY_FAILED)}
    >
      <Copy aria-hidden />
    </button>
  )
}

const COPY_FAILED = 'Your browser blocked copying. Please select the text and copy it yourself.'

async function copy({ text, what }: CopyProps): Promise<void> {
  await navigator.clipboard.writeText(text)
  notify.success(`${what} copied`)
}
