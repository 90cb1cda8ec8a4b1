import { ActionButton } from './action-button.tsx'
import { notify } from './toasts.tsx'

type CopyButtonProps = {
  text: string
  /** The copied thing, as a sentence begins: `Key`. */
  what: string
  children: string
}

/** Puts a text on the clipboard, and says what came of it. */
export function CopyButton({ text, what, children }: CopyButtonProps) {
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    notify.success(`${what} copied`)
  }
  return (
    <ActionButton
      look="quiet"
      run={copy}
      failure="Your browser blocked copying. Please select the text and copy it yourself."
    >
      {children}
    </ActionButton>
  )
}
