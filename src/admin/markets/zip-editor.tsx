import { type ClipboardEvent, useEffect, useRef, useState } from 'react'
import { useController, useFormState } from 'react-hook-form'
import { type MarketFormInput, ZIP_ALREADY_ADDED, zipCodeEntry } from '#api/markets/schema.ts'
import { digits, ZIP_LENGTH } from '#domain/zip.ts'
import { besideFieldStyle, FormPart, FormPartTitle } from '#src/admin/ui/form-layout.tsx'
import { Button } from '#src/components/ui/button.tsx'
import { EntryField } from './entry-field.tsx'
import { checkZips } from './queries.ts'
import { ZipChips } from './zip-chips.tsx'
import { ZipList } from './zip-list.tsx'
import { splitZips } from './zips.ts'

type ZipEditorProps = {
  /** The market's id; undefined while it is being made. */
  marketId: string | undefined
}

/** The ZIP codes of a market: one by one, or a whole list. */
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

  const change = (next: string[], message: string) => {
    // Two changes before the next drawing must both count.
    now.current = { ...now.current, value: next }
    now.current.onChange(next)
    setSaid(`${message}. ${next.length} in all.`)
  }
  const present = () => now.current.value
  const remove = (zip: string) =>
    change(
      present().filter((other) => other !== zip),
      `${zip} removed`,
    )
  const add = (text: string): string | undefined => {
    const { data: zip, error } = zipCodeEntry.safeParse(text)
    if (zip === undefined) return error?.issues[0]?.message
    if (present().includes(zip)) return ZIP_ALREADY_ADDED
    change([...present(), zip], `${zip} added`)
    void check(zip)
    return undefined
  }
  const paste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData('text')
    if (list || splitZips(pasted).length < 2) return
    event.preventDefault()
    setList({ pasted })
  }
  return (
    <FormPart
      // Where a fault of this field leads.
      ref={(element) => {
        field.ref(element && { focus: () => entry.current?.focus() })
      }}
    >
      <FormPartTitle>
        ZIP codes <span className="tabular-nums text-muted">{zips.length.toLocaleString('en-US')}</span>
      </FormPartTitle>
      <EntryField
        input={entry}
        name="zip-entry"
        label="Add a ZIP code"
        className="flex-[0_1_8.5rem] tabular-nums"
        inputMode="numeric"
        autoComplete="off"
        clean={(text) => digits(text, ZIP_LENGTH)}
        onPaste={paste}
        onAdd={add}
        button="Add"
        onPressed={() => entry.current?.focus()}
      >
        {!list && (
          <Button
            type="button"
            look="link"
            className={besideFieldStyle}
            onClick={() => setList({ pasted: '' })}
          >
            Paste a list
          </Button>
        )}
      </EntryField>
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
          {taken.map(([zip, message]) => (
            <p key={zip} className="error">
              {message}
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
    </FormPart>
  )
}

type TakenOptions = {
  marketId: string | undefined
  zips: readonly string[]
  /** The form's fault at the list of codes: of a refused save, one at each code's place. */
  refused: unknown
}

/**
 * The codes of a form that another market holds, in the words that name it: asked for as soon as one is typed, and told by
 * a refused save. It stays said as long as the code is there.
 */
function useTaken({ marketId, zips, refused }: TakenOptions) {
  const [known, setKnown] = useState<ReadonlyMap<string, string>>(new Map())

  // biome-ignore lint/correctness/useExhaustiveDependencies: the places are those of the list that was refused
  useEffect(() => {
    if (!Array.isArray(refused)) return
    const found = refused.flatMap((issue: { message?: string } | undefined, at): [string, string][] => {
      const zip = zips[at]
      return zip && issue?.message ? [[zip, issue.message]] : []
    })
    setKnown((before) => new Map([...before, ...found]))
  }, [refused])

  /** Asks about one code, without making anyone wait; a failure is left to the save. */
  const check = async (zip: string) => {
    const request = { zipCodes: [zip], ...(marketId !== undefined && { marketId }) }
    const answer = await checkZips(request).catch(() => null)
    const found = answer?.zipCodes[0]
    if (found?.result !== 'taken') return
    const message = `ZIP code ${zip} already belongs to ${found.marketName ?? 'another market'}`
    setKnown((before) => new Map([...before, [zip, message]]))
  }

  return { taken: [...known].filter(([zip]) => zips.includes(zip)), check }
}
