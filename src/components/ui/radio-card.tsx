import type { ReactNode } from 'react'

/** A choice as large as a card: the whole of it chooses the radio button inside, and shows that it is chosen. */
export function RadioCard({ className, children }: { className: string; children: ReactNode }) {
  // biome-ignore lint/a11y/noLabelWithoutControl: the radio button is among the children.
  return <label className={`choice ${className}`}>{children}</label>
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
  onChoose: () => void
}

/** The radio button of a card: the browser's own. */
export function Radio({ labelledBy, describedBy, onChoose, ...input }: RadioProps) {
  return (
    <input
      type="radio"
      required
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      onChange={onChoose}
      {...input}
    />
  )
}
