import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { CopyButton } from '#src/admin/ui/action-button.tsx'
import { messageOf } from '#src/admin/ui/error-banner.tsx'
import { useBeforeSubmit } from '#src/admin/ui/form-submit.ts'
import { Button } from '#src/components/ui/button.tsx'
import { TextAreaField } from '#src/components/ui/field.tsx'
import { checkZips } from './queries.ts'
import { addedZips, reportLines, splitZips, type ZipReport, zipReport } from './zips.ts'

type ZipListProps = {
  marketId: string | undefined
  /** Codes that were pasted elsewhere and belong here. */
  pasted: string
  /** The codes as the form has them at that moment. */
  present: () => readonly string[]
  onAdd: (zips: readonly string[]) => void
  onClose: () => void
}

/** The second way in: a pasted list, and a report of what became of each of its pieces. */
export function ZipList({ marketId, pasted, present, onAdd, onClose }: ZipListProps) {
  const [text, setText] = useState(pasted)
  const [fault, setFault] = useState<string>()
  const [report, setReport] = useState<ZipReport>()
  const box = useRef<HTMLDivElement>(null)
  const check = useMutation({
    mutationFn: () => checkZips({ zipCodes: splitZips(text), ...(marketId !== undefined && { marketId }) }),
    onSuccess: (answer) => {
      const found = zipReport(answer, new Set(present()))
      onAdd(addedZips(found))
      setReport(found)
      setText('')
    },
    onError: (error) => setFault(messageOf(error, 'Failed to check these ZIP codes')),
  })
  const add = () => {
    const empty = splitZips(text).length === 0
    setFault(empty ? 'Please paste some ZIP codes first' : undefined)
    if (!empty && !check.isPending) check.mutate()
  }
  useBeforeSubmit(box, () => {
    if (splitZips(text).length === 0) return true
    setFault('This list hasn’t been added yet. Press “Add these” or clear it.')
    box.current?.querySelector('textarea')?.focus()
    return false
  })
  return (
    <div className="flex flex-col gap-3.5 rounded-field bg-paper p-4" ref={box}>
      <TextAreaField
        name="zip-list"
        label="List of ZIP codes"
        hint="Separated by lines, commas, or spaces, or pasted from a spreadsheet."
        className="tabular-nums"
        rows={4}
        autoFocus
        value={text}
        error={fault}
        onChange={({ target }) => {
          setText(target.value)
          setFault(undefined)
        }}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="button" busy={check.isPending} onClick={add}>
          Add these
        </Button>
        <Button type="button" look="quiet" onClick={onClose}>
          Close list
        </Button>
      </div>
      <div role="status">{report && <Report report={report} />}</div>
    </div>
  )
}

function Report({ report }: { report: ZipReport }) {
  const lines = reportLines(report)
  return (
    <div className="flex flex-col items-start gap-3.5 border-t border-line pt-3.5">
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
