import { type ClipboardEvent, type RefObject, useState } from 'react'
import { ZIP_ALREADY_ADDED, zipCodeEntry } from '#api/markets/schema.ts'
import { digits, ZIP_LENGTH } from '#domain/zip.ts'
import { useBeforeSubmit } from '#src/admin/ui/before-submit.ts'
import { Button } from '#src/components/ui/button.tsx'
import { TextField } from '#src/components/ui/field.tsx'
import { zipPieces } from './zip-report.ts'

type ZipEntryProps = {
  input: RefObject<HTMLInputElement | null>
  /** The codes as the form has them at that moment. */
  present: () => readonly string[]
  onAdd: (zip: string) => void
  /** A whole list is to be put in; undefined: that is open already. */
  onList: ((pasted: string) => void) | undefined
}

/** One code at a time, by Enter or Add. What is being typed is its own business: no chip is drawn for it. */
export function ZipEntry({ input, present, onAdd, onList }: ZipEntryProps) {
  const [text, setText] = useState('')
  const [fault, setFault] = useState<string>()

  /** @returns whether nothing is left in the box */
  const add = (): boolean => {
    const { data: zip, error } = zipCodeEntry.safeParse(text)
    const wrong =
      error?.issues[0]?.message ?? (zip && present().includes(zip) ? ZIP_ALREADY_ADDED : undefined)
    setFault(wrong)
    if (wrong || !zip) return false
    onAdd(zip)
    setText('')
    return true
  }
  useBeforeSubmit(input, () => {
    if (text === '' || add()) return true
    input.current?.focus()
    return false
  })
  const onPaste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData('text')
    if (!onList || zipPieces(pasted).length < 2) return
    event.preventDefault()
    onList(pasted)
  }
  return (
    <div className="zip-entry">
      <TextField
        ref={input}
        name="zip-entry"
        label="Add a ZIP code"
        className="figures"
        inputMode="numeric"
        autoComplete="off"
        maxLength={ZIP_LENGTH}
        value={text}
        error={fault}
        onPaste={onPaste}
        onChange={({ target }) => {
          setText(digits(target.value, ZIP_LENGTH))
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
        onClick={() => {
          add()
          input.current?.focus()
        }}
      >
        Add
      </Button>
      {onList && (
        <Button type="button" look="link" onClick={() => onList('')}>
          Paste a list
        </Button>
      )}
    </div>
  )
}
