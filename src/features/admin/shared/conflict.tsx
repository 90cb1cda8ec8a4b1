import { useEffect, useRef } from 'react'
import type { Path } from 'react-hook-form'
import { Button } from '#src/components/ui/button.tsx'
import type { Issue } from '#src/contracts/error.ts'

type Merged<Values> = { values: Values; mine: Path<Values>[] }

/** What someone else did while this form was open: their words, their values, and both together. */
export type Meanwhile<Values> = { issues: readonly Issue[]; theirs: Values; merged: Merged<Values> }

/**
 * Brings two people's changes together, field by field: what I changed is mine, everything else is theirs.
 * @returns the values, and the names of the fields in which mine differ from theirs
 */
export function mergeChanges<Values extends object>({
  base,
  mine,
  theirs,
}: Record<'base' | 'mine' | 'theirs', Values>): Merged<Values> {
  const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
  const names = (Object.keys(theirs) as (keyof Values & string)[]).filter(
    (name) => !same(mine[name], base[name]) && !same(mine[name], theirs[name]),
  )
  const values = { ...theirs, ...Object.fromEntries(names.map((name) => [name, mine[name]])) }
  return { values, mine: names as string[] as Path<Values>[] }
}

type ConflictProps<Values> = {
  meanwhile: Meanwhile<Values>
  labels: Readonly<Record<string, string>>
  onTakeTheirs: () => void
}

/** Says what someone else changed in the meantime; the form holds both, and nothing is saved until the next press. */
export function Conflict<Values>({ meanwhile, labels, onTakeTheirs }: ConflictProps<Values>) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  const { issues, merged } = meanwhile
  const kept = merged.mine.map((name) => labels[name] ?? name)
  return (
    <div className="banner banner-butter" role="alert" tabIndex={-1} ref={box}>
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        <p className="strong">Someone else has changed this in the meantime.</p>
        <ul className="list-disc pl-5">
          {issues.map(({ path, message }) => (
            <li key={path}>
              <b>{labels[path] ?? path}</b>: {message}
            </li>
          ))}
        </ul>
        <p>
          {kept.length > 0
            ? `The form now shows their version with your changes to ${kept.join(', ')} on top. Save again to keep them, or take theirs.`
            : 'The form now shows their version. You had changed nothing else.'}
        </p>
        {kept.length > 0 && (
          <p>
            <Button type="button" look="quiet" onClick={onTakeTheirs}>
              Take their version
            </Button>
          </p>
        )}
      </div>
    </div>
  )
}
