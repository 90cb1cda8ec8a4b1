import { Menu } from '@base-ui/react/menu'
import Check from 'lucide-react/icons/check'
import Columns from 'lucide-react/icons/columns-3'
import { MenuPopup, menuItemStyle } from './choice-menu.tsx'

type ColumnsMenuProps = {
  /** Those that can be hidden. */
  columns: readonly { id: string; header: string }[]
  hidden: readonly string[]
  onChange: (hidden: string[]) => void
}

/** Chooses the columns of a list; on a phone rows have no columns. */
export function ColumnsMenu({ columns, hidden, onChange }: ColumnsMenuProps) {
  const shown = hidden.filter((id) => columns.some((column) => column.id === id))
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger
        className="button button-quiet min-w-11 px-2.75 max-md:hidden"
        aria-label={shown.length > 0 ? `Columns, ${shown.length} hidden` : 'Columns'}
        title="Columns"
        data-chosen={shown.length > 0 || undefined}
      >
        <Columns aria-hidden />
      </Menu.Trigger>
      <MenuPopup>
        {columns.map(({ id, header }) => (
          <Menu.CheckboxItem
            key={id}
            checked={!hidden.includes(id)}
            onCheckedChange={(on) => onChange(on ? hidden.filter((each) => each !== id) : [...hidden, id])}
            className={`group ${menuItemStyle}`}
          >
            <Check aria-hidden className="invisible group-data-checked:visible" />
            <span>{header}</span>
          </Menu.CheckboxItem>
        ))}
      </MenuPopup>
    </Menu.Root>
  )
}
