import { useEffect, useId, useRef } from 'react'
import type { Elements } from './elements.ts'

type DialogProps = {
  open: boolean
  title: string
  onClose: () => void
  children: Elements
}

/** A modal dialog: the browser's own, which keeps the focus, closes on Escape and gives the focus back. */
export function Dialog({ open, title, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  // After each render: closed by Escape, it may be asked for again before that was reported.
  useEffect(() => {
    const element = dialog.current
    if (!element || open === element.open) return
    if (!open) {
      element.close()
      return
    }
    element.showModal()
    // Known fields are filled in already, so the focus goes to the first empty one.
    const fields = element.querySelectorAll<HTMLInputElement>('input:not([type="hidden"]), select, textarea')
    const empty = [...fields].find(({ value }) => !value)
    empty?.focus()
  })
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard's way to close is Escape, which the browser handles
    <dialog
      ref={dialog}
      className="dialog"
      aria-labelledby={titleId}
      // Reported late: it may be open again.
      onClose={({ currentTarget }) => !currentTarget.open && onClose()}
      onClick={(event) => {
        if (event.target === event.currentTarget && isOutside(event)) onClose()
      }}
    >
      <h2 id={titleId} className="pr-10 text-heading">
        {title}
      </h2>
      {children}
      {/* Last, so that the focus starts at the first field. */}
      <button
        type="button"
        className="absolute top-4 right-4 size-11 cursor-pointer rounded-field text-title text-muted hover:text-ink"
        aria-label="Close"
        onClick={onClose}
      >
        ×
      </button>
    </dialog>
  )
}

/** A press on the backdrop is one on the dialog element, beyond its box. */
function isOutside({ currentTarget, clientX, clientY }: React.MouseEvent<HTMLDialogElement>): boolean {
  const box = currentTarget.getBoundingClientRect()
  return clientX < box.left || clientX > box.right || clientY < box.top || clientY > box.bottom
}
