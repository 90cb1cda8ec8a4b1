import type { Issue } from '#api/http/error-schema.ts'
import { Button } from '#src/components/ui/button.tsx'
import { Banner } from './banner.tsx'
import { withTimes } from './error-banner.tsx'
import type { Merged } from './merge-changes.ts'

/** A change by someone else while this form was open: the words for it, their values, and both together. */
export type Meanwhile<Values> = { issues: readonly Issue[]; theirs: Values; merged: Merged<Values> }

type ConflictProps<Values> = {
  meanwhile: Meanwhile<Values>
  labels: Readonly<Record<string, string>>
  onTakeTheirs: () => void
}

const takeFocus = (banner: HTMLElement | null) => banner?.focus()

/** Says what someone else changed in the meantime; the form holds both, and nothing is saved until the next press. */
export function Conflict<Values>({ meanwhile, labels, onTakeTheirs }: ConflictProps<Values>) {
  const { issues, merged } = meanwhile
  const kept = merged.mine.map((name) => labels[name] ?? name)
  return (
    <Banner tone="butter" className="" role="alert" tabIndex={-1} ref={takeFocus}>
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        <p className="font-semibold">Someone else has changed this in the meantime.</p>
        <ul className="list-disc pl-5">
          {issues.map(({ path, message }) => (
            <li key={path}>
              <b>{labels[path] ?? path}</b>
              <span>{`: ${withTimes(message)}`}</span>
            </li>
          ))}
        </ul>
        <p>
          {kept.length > 0
            ? `The form now shows their version with your changes to ${kept.join(', ')} on top. Save again to keep yours, or use theirs.`
            : 'The form now shows their version. You had no other changes.'}
        </p>
        {kept.length > 0 && (
          <p>
            <Button type="button" look="quiet" onClick={onTakeTheirs}>
              Use Their Version
            </Button>
          </p>
        )}
      </div>
    </Banner>
  )
}
