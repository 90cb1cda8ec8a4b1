import ChevronDown from 'lucide-react/icons/chevron-down'
import Ellipsis from 'lucide-react/icons/ellipsis'
import { type ComponentProps, type ComponentType, useState } from 'react'
import type { Direction } from '#domain/order-sorts.ts'
import { onDemand, type PartOnDemand, usePart } from './on-demand.tsx'

// The buttons of menus. The menus themselves (choice-menu-view.tsx) are fetched when somebody points at one.

export const choiceStyle =
  'button button-quiet pr-2.5 pl-3.5 font-medium data-chosen:border-rose data-chosen:bg-blush data-chosen:font-semibold data-chosen:text-rose-deep'
export const moreStyle = 'button button-quiet px-2.75'

type Option<Value> = { value: Value; label: string }

export type ChoiceMenuProps<Value> = {
  /** What is chosen between. */
  label: string
  options: readonly Option<Value>[]
  value: Value
  onChange: (value: Value) => void
  /** Something that is on or off, below the choices. */
  toggle?: { label: string; on: boolean; onChange: (on: boolean) => void }
}

const choiceMenu: PartOnDemand<ChoiceMenuProps<unknown>> = onDemand(async () => {
  const { ChoiceMenuView } = await import('./choice-menu-view.tsx')
  return ChoiceMenuView
})

/** One of several, behind a button that shows what is chosen: a list's filter. */
export function ChoiceMenu<Value>(props: ChoiceMenuProps<Value>) {
  const [pressed, setPressed] = useState(false)
  const View = usePart(choiceMenu, pressed, () => setPressed(false)) as
    | ComponentType<ChoiceMenuProps<Value>>
    | undefined
  if (View) return <View {...props} />
  const chosen = props.options.findIndex(({ value }) => value === props.value)
  return (
    <MenuButton
      part={choiceMenu}
      onPress={() => setPressed(true)}
      className={choiceStyle}
      // What is chosen stands out unless it is the first choice, which narrows nothing.
      data-chosen={chosen > 0 || undefined}
    >
      <ChoiceLabel {...props} />
    </MenuButton>
  )
}

/** What stands on the button of choices. */
export function ChoiceLabel<Value>({
  label,
  options,
  value,
}: Pick<ChoiceMenuProps<Value>, 'label' | 'options' | 'value'>) {
  return (
    <>
      <span className="sr-only">{`${label}: `}</span>
      <span>{options.find((option) => option.value === value)?.label}</span>
      <ChevronDown aria-hidden />
    </>
  )
}

export type ActionMenuProps = {
  /** What the button is called. */
  label: string
  actions: readonly { label: string; icon: ComponentType<{ 'aria-hidden': true }>; run: () => void }[]
}

const actionMenu = onDemand<ActionMenuProps>(async () => {
  const { ActionMenuView } = await import('./choice-menu-view.tsx')
  return ActionMenuView
})

/** What is done now and then, behind a button with three dots. */
export function ActionMenu(props: ActionMenuProps) {
  const [pressed, setPressed] = useState(false)
  const View = usePart(actionMenu, pressed, () => setPressed(false))
  if (View) return <View {...props} />
  return (
    <MenuButton
      part={actionMenu}
      onPress={() => setPressed(true)}
      className={moreStyle}
      aria-label={props.label}
    >
      <MoreLabel />
    </MenuButton>
  )
}

export function MoreLabel() {
  return <Ellipsis aria-hidden />
}

type MenuButtonProps = Omit<ComponentProps<'button'>, 'onClick' | 'part'> & {
  part: Pick<PartOnDemand<never>, 'fetch'>
  onPress: () => void
}

/** A menu's button until it was pressed once. */
export function MenuButton({ part, onPress, ...rest }: MenuButtonProps) {
  // A failure shows when the menu is wanted.
  const fetchAhead = () => void part.fetch().catch(() => {})
  return (
    <button
      type="button"
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={fetchAhead}
      onFocus={fetchAhead}
      onClick={onPress}
      {...rest}
    />
  )
}

type Way<Sort> = { sort: Sort | undefined; direction: Direction | undefined }

type SortMenuProps<Sort> = {
  /** How the list can be sorted, the usual way first: neither sort nor direction. */
  ways: readonly (Way<Sort> & { label: string })[]
  now: Way<Sort>
  onChange: (way: Way<Sort>) => void
}

/** How a list is sorted; the address holds it. */
export function SortMenu<Sort extends string>({ ways, now, onChange }: SortMenuProps<Sort>) {
  const at = ways.findIndex(({ sort, direction }) => sort === now.sort && direction === now.direction)
  return (
    <ChoiceMenu
      label="Sort"
      options={ways.map(({ label }, value) => ({ value, label }))}
      value={Math.max(0, at)}
      onChange={(value) => onChange({ sort: ways[value]?.sort, direction: ways[value]?.direction })}
    />
  )
}
