import { type ComponentProps, type RefObject, useState } from 'react'
import { besideFieldStyle } from '#src/admin/ui/form-layout.tsx'
import { useBeforeSubmit } from '#src/admin/ui/form-submit.ts'
import { Button } from '#src/components/ui/button.tsx'
import { TextField } from '#src/components/ui/field.tsx'

type EntryFieldProps = Omit<
  ComponentProps<typeof TextField>,
  'ref' | 'value' | 'onChange' | 'onKeyDown' | 'children'
> & {
  input: RefObject<HTMLInputElement | null>
  /** Keeps of what is typed only what belongs there. */
  clean?: (text: string) => string
  /** Takes it over, unless something is wrong with it. @returns what that is */
  onAdd: (text: string) => string | undefined
  /** The label of the button. */
  button: string
}

/**
 * A list gets its entries here one by one, by Enter or the button. The text is state of its own, so that typing draws nothing
 * else; what is still in the box is added before the form is submitted.
 */
export function EntryField(props: EntryFieldProps) {
  const { input, clean = (text) => text, onAdd, button, error, ...field } = props
  const [text, setText] = useState('')
  const [fault, setFault] = useState<string>()

  /** @returns whether nothing is left in the box */
  const add = (): boolean => {
    const wrong = onAdd(text)
    setFault(wrong)
    if (wrong === undefined) setText('')
    return wrong === undefined
  }
  useBeforeSubmit(input, () => {
    if (text === '' || add()) return true
    input.current?.focus()
    return false
  })
  return (
    <div className="flex items-start gap-3">
      <TextField
        {...field}
        ref={input}
        value={text}
        error={fault ?? error}
        onChange={({ target }) => {
          setText(clean(target.value))
          setFault(undefined)
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          add()
        }}
      />
      <Button
        type="button"
        look="quiet"
        className={besideFieldStyle}
        onClick={() => {
          add()
          input.current?.focus()
        }}
      >
        {button}
      </Button>
    </div>
  )
}
