import { Menu } from '@base-ui/react/menu'
import type { ReactNode } from 'react'

export const menuItemStyle =
  'flex min-h-10 cursor-pointer items-center gap-2.5 rounded-md px-3 outline-none data-checked:font-semibold data-disabled:cursor-not-allowed data-disabled:text-muted data-highlighted:bg-blush [&>svg]:size-[1.0625rem] [&>svg]:flex-none'

/** What a menu opens into. */
export function MenuPopup({ children }: { children: ReactNode }) {
  return (
    <Menu.Portal>
      <Menu.Positioner className="z-40 outline-none" sideOffset={6} align="start">
        <Menu.Popup className="max-h-(--available-height) min-w-48 overflow-y-auto overscroll-contain rounded-field border border-line bg-card p-1.5 shadow-soft outline-none">
          {children}
        </Menu.Popup>
      </Menu.Positioner>
    </Menu.Portal>
  )
}
