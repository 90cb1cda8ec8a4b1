import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import Bookmark from 'lucide-react/icons/bookmark'
import BookmarkPlus from 'lucide-react/icons/bookmark-plus'
import Check from 'lucide-react/icons/check'
import Trash from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import type { ViewList } from '#domain/admin-lists.ts'
import { LAZY_PARTS, LazyPart } from '#src/admin/lazy-part.tsx'
import { MenuButton, type MenuPart } from '#src/admin/ui/menu-button.tsx'
import { parseSearch, stringifySearch, withoutUnknown } from '#src/admin/ui/routing.ts'
import { attempt, notify } from '#src/admin/ui/toasts.tsx'
import { deleteView, type SavedView, savedViewsQuery } from './queries.ts'

/** The menu of a list's saved views: opens one, saves what is shown now, deletes the one that is shown. */
export function SavedViews({ list }: { list: ViewList }) {
  const cache = useQueryClient()
  const navigate = useNavigate()
  const [open, setOpen] = useState(false)
  const [saving, setSaving] = useState(false)
  const found = useQuery({ ...savedViewsQuery, enabled: open })
  const views = found.data?.views.filter((view) => view.list === list) ?? []
  const { search, asAddressed } = useListSearch()
  const shown = views.find((view) => view.search === asAddressed || view.search === search)
  // Part of it is unknown by now: it can be saved anew, without that, or deleted.
  const isOutdated = shown !== undefined && shown.search !== search
  const remove = ({ id, name }: SavedView) =>
    attempt(async () => {
      await deleteView(id)
      await cache.invalidateQueries(savedViewsQuery)
      notify.success(`“${name}” deleted`)
    }, 'Failed to delete the view')
  const menu: MenuPart[] = [
    ...views.map(
      (view): MenuPart => ({
        kind: 'action',
        label: view.name,
        icon: <Check aria-hidden className={view === shown ? '' : 'invisible'} />,
        current: view === shown,
        onChoose: () => void navigate({ to: '.', search: parseSearch(view.search) }),
      }),
    ),
    ...(views.length === 0 ? [{ kind: 'note', text: stateText(found) } as const] : []),
    { kind: 'separator' },
    ...(shown && !isOutdated
      ? []
      : [
          {
            kind: 'action',
            label: search === '' ? 'Search or filter to save a view' : 'Save this view',
            icon: <BookmarkPlus aria-hidden />,
            onChoose: search === '' ? undefined : () => setSaving(true),
          } as const,
        ]),
    ...(shown
      ? [
          {
            kind: 'action',
            label: `Delete “${shown.name}”`,
            icon: <Trash aria-hidden />,
            onChoose: () => void remove(shown),
          } as const,
        ]
      : []),
  ]
  return (
    <>
      <MenuButton className="button button-quiet px-3 font-medium" menu={menu} onOpenChange={setOpen}>
        <Bookmark aria-hidden />
        <span>Views</span>
      </MenuButton>
      <LazyPart load={LAZY_PARTS.saveView} props={{ list, search, open: saving, onOpenChange: setSaving }} />
    </>
  )
}

function stateText({ data, isError }: { data: unknown; isError: boolean }): string {
  if (isError) return 'Your views could not be loaded.'
  return data ? 'No saved views yet.' : 'Loading …'
}

/** The query of the list's address without its page: pages come and go. `asAddressed`: with what the list does not know. */
function useListSearch(): { search: string; asAddressed: string } {
  const { page: _page, ...given }: Record<string, unknown> = useSearch({ strict: false })
  return { search: queryOf(withoutUnknown(given)), asAddressed: queryOf(given) }
}

const queryOf = (search: Record<string, unknown>) => stringifySearch(search).slice(1)
