import { useNavigate, useSearch } from '@tanstack/react-router'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { MenuButton, type MenuPart } from './menu-button.tsx'

/** One way to show a list: its label, and the parameters of the address that mean it. */
type Option = { label: string } & Readonly<Record<string, string | undefined>>

type ChoiceMenuProps = {
  /** The name of the choice. */
  label: string
  /** The usual one first: its parameters are undefined. */
  options: readonly Option[]
  /** Below the choices, something that is on while the address says `yes` to its name. */
  toggle?: { label: string; name: string }
}

type Search = Record<string, unknown>

/** One of several, behind a button that shows what is chosen: a list's filter or its order, which the address holds. */
export function ChoiceMenu({ label, options, toggle }: ChoiceMenuProps) {
  const navigate = useNavigate()
  const address: Search = useSearch({ strict: false })
  const set = (next: Search) =>
    navigate({ to: '.', search: (now: Search) => ({ ...now, ...next }), resetScroll: false })
  const isChosen = ({ label: _, ...search }: Option) =>
    Object.entries(search).every(([name, value]) => address[name] === value)
  const chosen = Math.max(0, options.findIndex(isChosen))
  const menu: MenuPart[] = options.map(({ label, ...search }, at) => ({
    kind: 'choice',
    label,
    checked: at === chosen,
    onChoose: () => void set({ page: undefined, ...search }),
  }))
  if (toggle) {
    const checked = address[toggle.name] === 'yes'
    const onChoose = () => void set({ [toggle.name]: checked ? undefined : 'yes' })
    menu.push({ kind: 'separator' }, { kind: 'checkbox', label: toggle.label, checked, onChoose })
  }
  return (
    <MenuButton
      className="button button-quiet pr-2.5 pl-3.5 font-medium data-chosen:border-rose data-chosen:bg-blush data-chosen:font-semibold data-chosen:text-rose-deep"
      // A choice stands out unless it is the first one, which narrows nothing.
      chosen={chosen > 0}
      menu={menu}
    >
      <span className="sr-only">{`${label}: `}</span>
      <span className="max-w-56 truncate">{options[chosen]?.label}</span>
      <ChevronDown aria-hidden />
    </MenuButton>
  )
}
