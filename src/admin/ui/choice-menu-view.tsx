import { Menu } from '@base-ui/react/menu'
import Check from 'lucide-react/icons/check'
import {
  type ActionMenuProps,
  ChoiceLabel,
  type ChoiceMenuProps,
  choiceStyle,
  MoreLabel,
  moreStyle,
} from './choice-menu.tsx'
import { MenuPopup, menuItemStyle } from './menu-popup.tsx'

/** The menu of choices itself. It comes when its button was pressed, so it begins open. */
export function ChoiceMenuView<Value>(props: ChoiceMenuProps<Value>) {
  const { label, options, value, onChange, toggle } = props
  const chosen = options.findIndex((option) => option.value === value)
  return (
    <Menu.Root modal={false} defaultOpen>
      <Menu.Trigger className={choiceStyle} data-chosen={chosen > 0 || undefined}>
        <ChoiceLabel {...props} />
      </Menu.Trigger>
      <MenuPopup>
        <Menu.RadioGroup
          value={chosen}
          onValueChange={(at: number) => {
            const next = options[at]
            if (next) onChange(next.value)
          }}
          aria-label={label}
        >
          {options.map((option, at) => (
            <Menu.RadioItem key={option.label} value={at} closeOnClick className={`group ${menuItemStyle}`}>
              <Check aria-hidden className="invisible group-data-checked:visible" />
              <span>{option.label}</span>
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        {toggle && (
          <>
            <Menu.Separator className="my-1.5 h-px bg-line" />
            <Menu.CheckboxItem
              checked={toggle.on}
              onCheckedChange={toggle.onChange}
              closeOnClick
              className={`group ${menuItemStyle}`}
            >
              <Check aria-hidden className="invisible group-data-checked:visible" />
              <span>{toggle.label}</span>
            </Menu.CheckboxItem>
          </>
        )}
      </MenuPopup>
    </Menu.Root>
  )
}

/** The menu of actions itself; it begins open, likewise. */
export function ActionMenuView({ label, actions }: ActionMenuProps) {
  return (
    <Menu.Root modal={false} defaultOpen>
      <Menu.Trigger className={moreStyle} aria-label={label}>
        <MoreLabel />
      </Menu.Trigger>
      <MenuPopup>
        {actions.map(({ label, icon: Icon, run }) => (
          <Menu.Item key={label} className={menuItemStyle} onClick={run}>
            <Icon aria-hidden />
            <span>{label}</span>
          </Menu.Item>
        ))}
      </MenuPopup>
    </Menu.Root>
  )
}
