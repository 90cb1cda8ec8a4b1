import ChevronRight from 'lucide-react/icons/chevron-right'
import { type KeyboardEvent, type MouseEvent, useState } from 'react'
import { digits, ZIP_LENGTH } from '#domain/zip.ts'
import { nextByKey } from '#src/admin/ui/arrow-keys.ts'
import { foldStyle } from '#src/admin/ui/class-names.ts'
import { FOLDED_FROM, zipGroups } from './zips.ts'

type ZipChipsProps = {
  zips: readonly string[]
  /** The codes that the market has had when the form was opened. */
  saved: ReadonlySet<string>
  onRemove: (zip: string) => void
  /** The last one is gone: where the focus goes. */
  onEmpty: () => void
}

/** The codes of a market as chips, by borough or other area; many are folded, and found by their digits. */
export function ZipChips({ zips, ...rest }: ZipChipsProps) {
  const [filter, setFilter] = useState('')
  const areMany = zips.length >= FOLDED_FROM
  const found = areMany ? filter : ''
  const shown = found ? zips.filter((zip) => zip.includes(found)) : zips
  if (zips.length === 0) return <p className="text-muted">No ZIP codes added yet</p>
  return (
    <div className="flex flex-col gap-3">
      {areMany && (
        <input
          className="control max-w-64 tabular-nums"
          type="search"
          inputMode="numeric"
          aria-label="Find a ZIP code in this market"
          placeholder="Find a code"
          value={filter}
          onChange={({ target }) => setFilter(digits(target.value, ZIP_LENGTH))}
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      )}
      <ul className="flex flex-col" aria-label="ZIP codes of this market">
        {[...zipGroups(shown)].map(([area, group]) => (
          <Area key={area} {...rest} name={area} zips={group} unfolds={!areMany || found !== ''} />
        ))}
      </ul>
      {shown.length === 0 && <p className="text-muted">{`No ZIP code here contains ${found}.`}</p>}
    </div>
  )
}

type AreaProps = ZipChipsProps & {
  name: string
  /** Few are in sight at once, and so is what a search finds. */
  unfolds: boolean
}

/**
 * The codes of an area, each with a button that removes it. However many there are, they are one stop for Tab; arrows move
 * among them. An area with a code that is not saved yet is open: what was just added is in sight.
 */
function Area({ name, zips, saved, unfolds, onRemove, onEmpty }: AreaProps) {
  const [wanted, setWanted] = useState<boolean>()
  const added = zips.filter((zip) => !saved.has(zip)).length
  const isOpen = unfolds || (wanted ?? added > 0)
  const remove = (button: HTMLButtonElement, all: readonly HTMLButtonElement[]) => {
    const at = all.indexOf(button)
    const next = all[at + 1] ?? all[at - 1]
    if (next) next.focus()
    else onEmpty()
    onRemove(button.value)
  }
  const pressed = ({ target, currentTarget }: MouseEvent) => {
    if (target instanceof HTMLButtonElement) remove(target, buttonsIn(currentTarget))
  }
  const moved = (event: KeyboardEvent) => {
    const { key, target, currentTarget } = event
    if (!(target instanceof HTMLButtonElement)) return
    const all = buttonsIn(currentTarget)
    const next = nextByKey(key, all)
    next?.focus()
    if (key === 'Delete' || key === 'Backspace') remove(target, all)
    else if (!next) return
    event.preventDefault()
  }
  return (
    <li className="border-line not-first:border-t">
      <details
        open={isOpen}
        onToggle={({ currentTarget }) => currentTarget.open !== isOpen && setWanted(currentTarget.open)}
      >
        <summary className={foldStyle}>
          <ChevronRight aria-hidden />
          <span>{name}</span>
          <span className="font-normal text-muted tabular-nums">{zips.length.toLocaleString('en-US')}</span>
          {added > 0 && <span className="text-label font-normal text-stem">{`${added} not saved yet`}</span>}
        </summary>
        <ul
          className="flex flex-wrap gap-1.5 pt-1 pb-3"
          aria-label={name}
          onClick={pressed}
          onKeyDown={moved}
        >
          {zips.map((zip, at) => (
            <li
              key={zip}
              className={`inline-flex items-center rounded-lg border pl-2.5 tabular-nums ${saved.has(zip) ? 'border-line bg-card' : 'border-stem-line bg-stem-tint'}`}
            >
              <span>{zip}</span>
              <button
                type="button"
                value={zip}
                className="h-7.5 w-7 cursor-pointer rounded-[7px] text-[1.0625rem] leading-none text-muted before:content-['×'/''] hover:text-rose focus-visible:-outline-offset-2 focus-visible:shadow-none pointer-coarse:h-9.5 pointer-coarse:w-9"
                tabIndex={at === 0 ? 0 : -1}
                aria-label={`Remove ${zip}`}
              />
            </li>
          ))}
        </ul>
      </details>
    </li>
  )
}

function buttonsIn(list: EventTarget & Element): HTMLButtonElement[] {
  return [...list.querySelectorAll('button')]
}
