import { type KeyboardEvent, type MouseEvent, useState } from 'react'
import { digits, ZIP_LENGTH } from '#domain/zip.ts'
import { nextByKey } from '#src/admin/ui/arrow-keys.ts'
import { zipGroups } from './zips.ts'

/** From here on there is a box to find one. */
const FILTER_FROM = 30

type ZipChipsProps = {
  zips: readonly string[]
  /** The codes that the market has had when the form was opened. */
  saved: ReadonlySet<string>
  onRemove: (zip: string) => void
  /** The last one is gone: where the focus goes. */
  onEmpty: () => void
}

/**
 * The codes of a market as chips, by district, each with a button that removes it. However many there are, they are one
 * stop for Tab; arrows move among them.
 */
export function ZipChips({ zips, saved, onRemove, onEmpty }: ZipChipsProps) {
  const [filter, setFilter] = useState('')
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

  const shown = filter && zips.length >= FILTER_FROM ? zips.filter((zip) => zip.includes(filter)) : zips
  const [first] = shown.toSorted()
  if (zips.length === 0) return <p className="text-muted">No ZIP codes added yet</p>
  return (
    <div className="flex flex-col gap-3">
      {zips.length >= FILTER_FROM && (
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
      <ul
        // The padding leaves room for the focus ring.
        className="-m-1 flex max-h-104 flex-col gap-2.5 overflow-y-auto p-1"
        aria-label="ZIP codes of this market"
        onClick={pressed}
        onKeyDown={moved}
      >
        {[...zipGroups(shown)].map(([prefix, group]) => (
          <li key={prefix}>
            <ul className="flex flex-wrap gap-1.5">
              {group.map((zip) => (
                <li
                  key={zip}
                  className={`inline-flex items-center rounded-lg border pl-2.5 tabular-nums ${saved.has(zip) ? 'border-line bg-card' : 'border-stem-line bg-stem-tint'}`}
                >
                  <span>{zip}</span>
                  <button
                    type="button"
                    value={zip}
                    className="h-7.5 w-7 cursor-pointer rounded-[7px] text-[1.0625rem] leading-none text-muted before:content-['×'/''] hover:text-rose focus-visible:-outline-offset-2 focus-visible:shadow-none pointer-coarse:h-9.5 pointer-coarse:w-9"
                    tabIndex={zip === first ? 0 : -1}
                    aria-label={`Remove ${zip}`}
                  />
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      {shown.length === 0 && <p className="text-muted">{`No ZIP code here contains ${filter}.`}</p>}
    </div>
  )
}

function buttonsIn(list: EventTarget & Element): HTMLButtonElement[] {
  return [...list.querySelectorAll('button')]
}
