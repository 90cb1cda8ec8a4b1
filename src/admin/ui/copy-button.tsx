import { Button } from '#src/components/ui/button.tsx'
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
    try {
      await navigator.clipboard.writeText(text)
      notify.success(`${what} copied`)
    } catch {
      notify.error('Your browser blocked copying. Please select the text and copy it yourself.')
    }
  }
  return (
    <Button type="button" look="quiet" onClick={copy}>
      {children}
    </Button>
  )
}
