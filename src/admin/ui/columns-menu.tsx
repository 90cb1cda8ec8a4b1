import Columns from 'lucide-react/icons/columns-3'
import { MenuButton } from './menu-button.tsx'

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
    <MenuButton
      className="button button-quiet min-w-11 px-2.75 max-md:hidden"
      label={shown.length > 0 ? `Columns, ${shown.length} hidden` : 'Columns'}
      title="Columns"
      chosen={shown.length > 0}
      menu={columns.map(({ id, header }) => ({
        kind: 'checkbox',
        label: header,
        checked: !hidden.includes(id),
        onChoose: () =>
          onChange(hidden.includes(id) ? hidden.filter((each) => each !== id) : [...hidden, id]),
        staysOpen: true,
      }))}
    >
      <Columns aria-hidden />
    </MenuButton>
  )
}
