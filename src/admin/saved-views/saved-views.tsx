import { Menu } from '@base-ui/react/menu'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import Bookmark from 'lucide-react/icons/bookmark'
import BookmarkPlus from 'lucide-react/icons/bookmark-plus'
import Check from 'lucide-react/icons/check'
import Trash from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import type { ViewList } from '#domain/admin-lists.ts'
import { LAZY_PARTS, LazyPart } from '#src/admin/lazy-part.tsx'
import { MenuPopup, menuItemStyle } from '#src/admin/ui/choice-menu.tsx'
import { parseSearch, stringifySearch } from '#src/admin/ui/routing.ts'
import { attempt, notify } from '#src/admin/ui/toasts.tsx'
import { deleteView, type SavedView, savedViewsQuery } from './queries.ts'

/** The menu of a list's saved views: opens one, saves what is shown now, deletes the one that is shown. */
export function SavedViews({ list }: { list: ViewList }) {
  const cache = useQueryClient()
  const navigate = useNavigate()
  const [open, setOpen] = useState(false)
  const [saving, setSaving] = useState(false)
  const found = useQuery({ ...savedViewsQuery, enabled: open })
  const views = found.data?.views.filter((view) => view.list === list)
  const search = useListSearch()
  const shown = views?.find((view) => view.search === search)
  const remove = ({ id, name }: SavedView) =>
    attempt(async () => {
      await deleteView(id)
      await cache.invalidateQueries(savedViewsQuery)
      notify.success(`“${name}” deleted`)
    }, 'Failed to delete the view')
  return (
    <>
      <Menu.Root modal={false} open={open} onOpenChange={setOpen}>
        <Menu.Trigger className="button button-quiet px-3 font-medium">
          <Bookmark aria-hidden />
          <span>Views</span>
        </Menu.Trigger>
        <MenuPopup>
          {views?.map((view) => (
            <Menu.Item
              key={view.id}
              className={menuItemStyle}
              aria-current={view === shown}
              onClick={() => navigate({ to: '.', search: parseSearch(view.search) })}
            >
              <Check aria-hidden className={view === shown ? '' : 'invisible'} />
              <span className="max-w-64 truncate">{view.name}</span>
            </Menu.Item>
          ))}
          <Menu.Item
            disabled
            className={`px-3 py-2 text-small text-muted ${views && views.length > 0 ? 'hidden' : ''}`}
          >
            {stateText(found)}
          </Menu.Item>
          <Menu.Separator className="my-1.5 h-px bg-line" />
          {shown ? (
            <Menu.Item className={menuItemStyle} onClick={() => remove(shown)}>
              <Trash aria-hidden />
              <span className="max-w-64 truncate">{`Delete “${shown.name}”`}</span>
            </Menu.Item>
          ) : (
            <Menu.Item className={menuItemStyle} disabled={search === ''} onClick={() => setSaving(true)}>
              <BookmarkPlus aria-hidden />
              <span>{search === '' ? 'Search or filter to save a view' : 'Save this view'}</span>
            </Menu.Item>
          )}
        </MenuPopup>
      </Menu.Root>
      <LazyPart load={LAZY_PARTS.saveView} props={{ list, search, open: saving, onOpenChange: setSaving }} />
    </>
  )
}

function stateText({ data, isError }: { data: unknown; isError: boolean }): string {
  if (isError) return 'Your views could not be loaded.'
  return data ? 'No saved views yet.' : 'Loading …'
}

/** The query of the list's address without its page: pages come and go. */
function useListSearch(): string {
  const { page: _page, ...search }: Record<string, unknown> = useSearch({ strict: false })
  return stringifySearch(search).slice(1)
}
