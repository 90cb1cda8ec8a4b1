import Bookmark from 'lucide-react/icons/bookmark'
import { useState } from 'react'
import type { ViewList } from '#domain/saved-views.ts'
import { MenuButton } from '#src/admin/ui/choice-menu.tsx'
import { onDemand, usePart } from '#src/admin/ui/on-demand.tsx'

export const viewsButtonStyle = 'button button-quiet px-3 font-medium'

const menu = onDemand(async () => (await import('./saved-views-menu.tsx')).SavedViewsMenu)

/** The menu of a list's saved views: opens one, saves what is shown now, deletes the one that is shown. */
export function SavedViews({ list }: { list: ViewList }) {
  const [pressed, setPressed] = useState(false)
  const View = usePart(menu, pressed, () => setPressed(false))
  if (View) return <View list={list} />
  return (
    <MenuButton part={menu} onPress={() => setPressed(true)} className={viewsButtonStyle}>
      <ViewsLabel />
    </MenuButton>
  )
}

/** What stands on the button. */
export function ViewsLabel() {
  return (
    <>
      <Bookmark aria-hidden />
      <span>Views</span>
    </>
  )
}
