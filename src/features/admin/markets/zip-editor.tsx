import { type ClipboardEvent, useCallback, useRef, useState } from 'react'
import { useController, useFormState } from 'react-hook-form'
import { Button } from '#src/components/ui/button.tsx'
import { TextField } from '#src/components/ui/field.tsx'
import { type MarketFormInput, ZIP_ALREADY_ADDED, zipCodeEntry } from '#src/contracts/admin/markets.ts'
import { digits, ZIP_LENGTH } from '#src/domain/zip.ts'
import { useBeforeSubmit } from '#src/features/admin/shared/before-submit.ts'
import { useTaken } from './use-taken.ts'
import { ZipChips } from './zip-chips.tsx'
import { ZipList } from './zip-list.tsx'
import { zipPieces } from './zip-report.ts'

type ZipEditorProps = {
  /** The market's id; undefined while it is being made. */
  marketId: string | undefined
}

/** The ZIP codes of a market: one by one, or a whole list (§2, §5 Market). */
export function ZipEditor({ marketId }: ZipEditorProps) {
  const { field, fieldState } = useController<MarketFormInput, 'zipCodes'>({ name: 'zipCodes' })
  const { defaultValues } = useFormState<MarketFormInput>()
  const [text, setText] = useState('')
  const [fault, setFault] = useState<string>()
  const [list, setList] = useState<{ pasted: string }>()
  const [said, setSaid] = useState('')
  const entry = useRef<HTMLInputElement>(null)
  const now = useRef(field)
  now.current = field
  const saved = new Set(defaultValues?.zipCodes?.filter((zip) => zip !== undefined))
  const zips = field.value

  const refused = fieldState.error
  const { taken, check } = useTaken({ marketId, zips, refused })
  const whole = refused && !Array.isArray(refused) ? refused.message : undefined

  const change = useCallback((next: string[], words: string) => {
    // Two changes before the next drawing must both count.
    now.current = { ...now.current, value: next }
    now.current.onChange(next)
    setSaid(`${words}. ${next.length} in all.`)
  }, [])
  const remove = useCallback(
    (zip: string) =>
      change(
        now.current.value.filter((other) => other !== zip),
        `${zip} removed`,
      ),
    [change],
  )

  /** @returns whether nothing is left in the box */
  const addTyped = (): boolean => {
    const { data: zip, error } = zipCodeEntry.safeParse(text)
    const wrong = error?.issues[0]?.message ?? (zip && zips.includes(zip) ? ZIP_ALREADY_ADDED : undefined)
    setFault(wrong)
    if (wrong || !zip) return false
    change([...now.current.value, zip], `${zip} added`)
    setText('')
    check(zip)
    return true
  }

  useBeforeSubmit(entry, () => {
    if (text === '' || addTyped()) return true
    entry.current?.focus()
    return false
  })

  const onPaste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData('text')
    if (zipPieces(pasted).length < 2) return
    event.preventDefault()
    setList({ pasted })
  }
  return (
    <fieldset className="form-part">
      <legend className="sheet-title">
        ZIP codes <span className="figures text-muted">{zips.length.toLocaleString('en-US')}</span>
      </legend>
      <div className="zip-entry">
        <TextField
          ref={(element) => {
            entry.current = element
            field.ref(element)
          }}
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
            addTyped()
          }}
        />
        <Button
          type="button"
          look="quiet"
          onClick={() => {
            addTyped()
            entry.current?.focus()
          }}
        >
          Add
        </Button>
        {!list && (
          <Button type="button" look="link" onClick={() => setList({ pasted: '' })}>
            Paste a list
          </Button>
        )}
      </div>
      {list && (
        <ZipList
          key={list.pasted}
          marketId={marketId}
          pasted={list.pasted}
          present={() => now.current.value}
          onAdd={(added) =>
            added.length > 0 && change([...now.current.value, ...added], `${added.length} added`)
          }
          onClose={() => {
            setList(undefined)
            entry.current?.focus()
          }}
        />
      )}
      {(whole || taken.length > 0) && (
        <div role="alert" className="flex flex-col gap-1">
          {whole && <p className="error">{whole}</p>}
          {taken.map(([zip, words]) => (
            <p key={zip} className="error">
              {words}
            </p>
          ))}
        </div>
      )}
      <ZipChips
        zips={zips}
        saved={saved}
        taken={new Set(taken.map(([zip]) => zip))}
        onRemove={remove}
        onEmpty={() => entry.current?.focus()}
      />
      <p className="sr-only" role="status">
        {said}
      </p>
    </fieldset>
  )
}
