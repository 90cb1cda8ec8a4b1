import type { ReactNode } from 'react'
import type { Elements } from './elements.ts'

const CARD = [
  'relative cursor-pointer rounded-card border-[1.5px] border-line bg-card transition hover:border-edge hover:shadow-soft',
  // The option of a menu is checked, too.
  'has-[input:checked]:border-rose has-[input:checked]:[box-shadow:0_0_0_1px_var(--color-rose)]',
  'has-focus-visible:outline-2 has-focus-visible:outline-offset-3 has-focus-visible:outline-rose-deep',
  'has-disabled:cursor-not-allowed has-disabled:bg-transparent has-disabled:text-muted has-disabled:[box-shadow:none]',
  'forced-colors:has-[input:checked]:outline-3 forced-colors:has-[input:checked]:outline-[Highlight]',
].join(' ')

type RadioCardProps = {
  className: string
  /** Fields that belong to the choice and do not choose it. */
  below?: Elements
  children: ReactNode
}

/** A choice as large as a card: the whole of it chooses the radio button inside, and shows that it is chosen. */
export function RadioCard({ className, below, children }: RadioCardProps) {
  const label = (look: string) => (
    // biome-ignore lint/a11y/noLabelWithoutControl: the radio button is among the children.
    <label className={look}>{children}</label>
  )
  if (!below) return label(`${CARD} ${className}`)
  return (
    <div className={CARD}>
      {label(`cursor-pointer ${className}`)}
      {below}
    </div>
  )
}

type RadioProps = {
  name: string
  value: string
  /** Ids of what names it and of what describes it, inside the card. */
  labelledBy: string
  describedBy: string
  disabled?: boolean
  /** Given: the component decides. Left out: the browser does. */
  checked?: boolean
  defaultChecked?: boolean
  /** Left out where no script listens. */
  onChoose?: () => void
}

/** The radio button of a card: the browser's own. */
export function Radio({ labelledBy, describedBy, onChoose, ...input }: RadioProps) {
  return (
    <input
      type="radio"
      className="size-6 flex-none cursor-[inherit] appearance-none rounded-full border-[1.5px] border-edge bg-card transition-[border-width,border-color] checked:border-[7px] checked:border-rose focus-visible:no-ring disabled:border-line disabled:bg-transparent forced-colors:appearance-auto"
      required
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      onChange={onChoose}
      {...input}
    />
  )
}
