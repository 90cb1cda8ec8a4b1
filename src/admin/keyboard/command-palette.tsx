import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog } from '@base-ui/react/dialog'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import Search from 'lucide-react/icons/search'
import { useEffect, useState } from 'react'
import { statusLabel } from '#domain/order-status.ts'
import { foldText } from '#domain/text.ts'
import type { Openable } from '#src/admin/lazy-part.tsx'
import { SCREENS } from '#src/admin/screens.ts'
import { dialogStyle } from '#src/admin/ui/class-names.ts'
import type { Target } from '#src/admin/ui/link-button.tsx'
import { type FoundRecords, recordsQuery } from './queries.ts'

type Entry = { id: string; label: string; detail?: string; target: Target }
type Group = { label: string; items: Entry[] }

/** Finds orders, shops, ZIP codes and screens, and opens what is chosen. */
export function CommandPalette({ open, onOpenChange }: Openable) {
  return (
    <Dialog.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Dialog.Portal>
        <Dialog.Backdrop className={dialogStyle.backdrop} />
        <Dialog.Popup
          className={`${dialogStyle.popup} top-[max(1rem,12dvh)] max-h-[76dvh] translate-y-0! gap-0! overflow-hidden! p-0!`}
        >
          <Dialog.Title className="sr-only">Search everything</Dialog.Title>
          <Palette onClose={() => onOpenChange(false)} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function Palette({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const found = useQuery(recordsQuery(typed.trim()))
  const looking = found.isFetching
  const groups = groupsOf(typed.trim(), found.data)
  const choose = ({ target }: Entry) => {
    onClose()
    void navigate(target)
  }
  const [first] = groups.flatMap(({ items }) => items)
  // Enter before there is something to open is kept for what comes.
  const [isEntered, setEntered] = useState(false)
  useEffect(() => {
    if (!isEntered || looking) return
    setEntered(false)
    if (first) choose(first)
  })
  return (
    <Autocomplete.Root
      open
      inline
      items={groups}
      filter={null}
      value={typed}
      onValueChange={setTyped}
      itemToStringValue={({ label }: Entry) => label}
      autoHighlight="always"
      keepHighlight
    >
      <div className="relative flex items-center border-b border-line">
        <Search aria-hidden className="pointer-events-none absolute left-4 size-5 text-muted" />
        <Autocomplete.Input
          className="h-14 w-full bg-transparent pr-4 pl-12 text-[1.0625rem] focus-visible:shadow-none focus-visible:outline-none"
          aria-label="Search everything"
          placeholder="An order, a shop, a ZIP code, a screen"
          maxLength={100}
          onKeyDown={({ key }) => setEntered(key === 'Enter' && looking && !first)}
        />
      </div>
      <div className="overflow-y-auto overscroll-contain p-2">
        <Autocomplete.List>
          {(group: Group) => (
            <Autocomplete.Group key={group.label} items={group.items}>
              <Autocomplete.GroupLabel className="px-3 pt-2.5 pb-1 text-label font-semibold text-muted">
                {group.label}
              </Autocomplete.GroupLabel>
              <Autocomplete.Collection>
                {(entry: Entry) => (
                  <Autocomplete.Item
                    key={entry.id}
                    value={entry}
                    onClick={() => choose(entry)}
                    className="flex min-h-11 cursor-pointer items-center justify-between gap-4 rounded-md px-3 outline-none data-highlighted:bg-blush forced-colors:data-highlighted:bg-[Highlight]"
                  >
                    <span className="min-w-0 truncate">{entry.label}</span>
                    {entry.detail && (
                      <span className="max-w-1/2 flex-none truncate text-small text-muted">
                        {entry.detail}
                      </span>
                    )}
                  </Autocomplete.Item>
                )}
              </Autocomplete.Collection>
            </Autocomplete.Group>
          )}
        </Autocomplete.List>
        <Autocomplete.Status className="px-3 py-2 text-small text-muted empty:hidden">
          {statusText({ failed: found.isError, looking, nothing: groups.length === 0 })}
        </Autocomplete.Status>
      </div>
    </Autocomplete.Root>
  )
}

function statusText({ failed, looking, nothing }: { failed: boolean; looking: boolean; nothing: boolean }) {
  if (failed) return 'Orders, shops and ZIP codes could not be searched. Please try again.'
  if (looking) return 'Searching …'
  return nothing ? 'Nothing found.' : ''
}

/** Groups all that matches, in the order in which it is shown; nothing typed: the screens. */
function groupsOf(typed: string, found: FoundRecords | undefined): Group[] {
  const letters = foldText(typed)
  const screens = SCREENS.filter(({ label }) => foldText(label).includes(letters))
  const groups: Group[] = [
    {
      label: 'Orders',
      items: (found?.orders ?? []).map(({ id, reference, customerName, status }) => ({
        id,
        label: `${reference} ${customerName}`,
        detail: statusLabel(status),
        target: { to: '/admin/orders/$id', params: { id } },
      })),
    },
    {
      label: 'Shops',
      items: (found?.shops ?? []).map(({ id, name, marketName, active }) => ({
        id,
        label: name,
        detail: active ? marketName : `${marketName}, inactive`,
        target: { to: '/admin/shops/$id', params: { id } },
      })),
    },
    {
      label: 'Markets',
      items: (found?.markets ?? []).map(({ id, name }) => ({
        id,
        label: name,
        ...(/^\d+$/.test(typed) && {
          detail: typed.length < 5 ? `ZIP codes ${typed}…` : `ZIP code ${typed}`,
        }),
        target: { to: '/admin/markets/$id', params: { id } },
      })),
    },
    { label: 'Screens', items: screens.map(({ to, label }) => ({ id: to, label, target: { to } })) },
  ]
  return groups.filter(({ items }) => items.length > 0)
}
