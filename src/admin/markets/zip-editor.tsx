import { useCallback, useRef, useState } from 'react'
import { useController, useFormState } from 'react-hook-form'
import type { MarketFormInput } from '#api/markets/schema.ts'
import { useTaken } from './use-taken.ts'
import { ZipChips } from './zip-chips.tsx'
import { ZipEntry } from './zip-entry.tsx'
import { ZipList } from './zip-list.tsx'

type ZipEditorProps = {
  /** The market's id; undefined while it is being made. */
  marketId: string | undefined
}

/** The ZIP codes of a market: one by one, or a whole list (§2, §5 Market). */
export function ZipEditor({ marketId }: ZipEditorProps) {
  const { field, fieldState } = useController<MarketFormInput, 'zipCodes'>({ name: 'zipCodes' })
  const { defaultValues } = useFormState<MarketFormInput>()
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
    (zip: string) => {
      const rest = now.current.value.filter((other) => other !== zip)
      change(rest, `${zip} removed`)
    },
    [change],
  )
  const present = () => now.current.value
  return (
    <fieldset
      className="form-part"
      // Where a fault of this field leads.
      ref={(element) => {
        field.ref(element && { focus: () => entry.current?.focus() })
      }}
    >
      <legend className="sheet-title">
        ZIP codes <span className="figures text-muted">{zips.length.toLocaleString('en-US')}</span>
      </legend>
      <ZipEntry
        input={entry}
        present={present}
        onAdd={(zip) => {
          change([...present(), zip], `${zip} added`)
          check(zip)
        }}
        onList={list ? undefined : (pasted) => setList({ pasted })}
      />
      {list && (
        <ZipList
          marketId={marketId}
          pasted={list.pasted}
          present={present}
          onAdd={(added) => added.length > 0 && change([...present(), ...added], `${added.length} added`)}
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
