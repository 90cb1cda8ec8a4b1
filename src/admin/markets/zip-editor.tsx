import { type ClipboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useController, useFormState } from 'react-hook-form'
import { type MarketFormInput, ZIP_ALREADY_ADDED, zipCodeEntry } from '#api/markets/schema.ts'
import { digits, ZIP_LENGTH } from '#domain/zip.ts'
import { CopyButton } from '#src/admin/ui/action-button.tsx'
import { messageOf } from '#src/admin/ui/error-banner.tsx'
import { FormPart } from '#src/admin/ui/form-layout.tsx'
import { EntryField } from './entry-field.tsx'
import { checkZips } from './queries.ts'
import { ZipChips } from './zip-chips.tsx'
import { splitZips, type ZipReport, zipReport } from './zips.ts'

/**
 * The ZIP codes of a market: one by one, or a whole list, which is pasted into the same box.
 * @param props.marketId undefined while the market is being made
 */
export function ZipEditor({ marketId }: { marketId: string | undefined }) {
  const { field, fieldState } = useController<MarketFormInput, 'zipCodes'>({ name: 'zipCodes' })
  const { defaultValues } = useFormState<MarketFormInput>()
  const [refusals, setRefusals] = useState<readonly string[]>([])
  const [lines, setLines] = useState<ZipReport['lines']>([])
  const [said, setSaid] = useState('')
  const entry = useRef<HTMLInputElement>(null)
  const focus = () => entry.current?.focus()
  const now = useRef(field)
  now.current = field
  const saved = new Set(defaultValues?.zipCodes?.filter((zip) => zip !== undefined))
  const zips = field.value
  const refused = fieldState.error

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
  const ask = (zipCodes: string[]) => checkZips({ zipCodes, ...(marketId !== undefined && { marketId }) })

  /** Another market's code leaves the form, with the words that name it; a failure to ask is left to the save. */
  const leaveOutTaken = async (zip: string) => {
    const answer = await ask([zip]).catch(() => null)
    const found = answer?.zipCodes[0]
    if (found?.result !== 'taken') return
    remove(zip)
    setRefusals([`ZIP code ${zip} already belongs to ${found.marketName ?? 'another market'}`])
  }
  const add = (text: string): string | undefined => {
    setRefusals([])
    const { data: zip, error } = zipCodeEntry.safeParse(text)
    if (zip === undefined) return error?.issues[0]?.message
    if (present().includes(zip)) return ZIP_ALREADY_ADDED
    change([...present(), zip], `${zip} added`)
    void leaveOutTaken(zip)
    return undefined
  }
  const paste = async (event: ClipboardEvent) => {
    const pieces = splitZips(event.clipboardData.getData('text'))
    if (pieces.length < 2) return
    event.preventDefault()
    setRefusals([])
    try {
      const report = zipReport(await ask(pieces), present())
      if (report.added.length > 0) change([...present(), ...report.added], `${report.added.length} added`)
      setLines(report.lines)
    } catch (error) {
      setRefusals([messageOf(error, 'Failed to check these ZIP codes. Please paste them again.')])
    }
  }
  /** The same for codes that were taken between their entry and the save: it says so at the place of each. */
  const leaveOutRefused = useEffectEvent((faults: readonly ({ message?: string } | undefined)[]) => {
    setRefusals(faults.flatMap((fault) => fault?.message ?? []))
    change(
      zips.filter((_, at) => !faults[at]),
      'ZIP codes of other markets removed',
    )
  })
  useEffect(() => {
    if (Array.isArray(refused)) leaveOutRefused(refused)
  }, [refused])

  const faults = refused?.message ? [refused.message, ...refusals] : refusals
  return (
    <FormPart
      title={
        <>
          <span>{'ZIP codes '}</span>
          <span className="tabular-nums text-muted">{zips.length.toLocaleString('en-US')}</span>
        </>
      }
      // Where a fault of this field leads.
      ref={(element) => {
        field.ref(element && { focus })
      }}
    >
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
      />
      <p className="hint">Or paste a whole list, for example from a spreadsheet.</p>
      {faults.length > 0 && (
        <div role="alert" className="flex flex-col gap-1">
          {faults.map((fault) => (
            <p key={fault} className="error">
              {fault}
            </p>
          ))}
        </div>
      )}
      <div role="status" className="empty:hidden">
        {lines.length > 0 && <Report lines={lines} />}
      </div>
      <ZipChips zips={zips} saved={saved} onRemove={remove} onEmpty={focus} />
      <p className="sr-only" role="status">
        {said}
      </p>
    </FormPart>
  )
}

function Report({ lines }: Pick<ZipReport, 'lines'>) {
  return (
    <div className="flex flex-col items-start gap-3.5 rounded-field bg-paper p-4">
      <dl className="grid w-full gap-2.5">
        {lines.map(({ term, text }) => (
          <div key={term}>
            <dt className="font-semibold">{term}</dt>
            <dd className="max-h-36 overflow-y-auto wrap-anywhere tabular-nums">{text}</dd>
          </div>
        ))}
      </dl>
      <CopyButton text={lines.map(({ term, text }) => `${term}: ${text}`).join('\n')} what="Report">
        Copy report
      </CopyButton>
    </div>
  )
}
