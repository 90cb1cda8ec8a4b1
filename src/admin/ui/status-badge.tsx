import { type BadgeColour, badgeColour, statusLabel } from '#domain/order-status.ts'

/** States of the back office's own: people, shops, waitlist entries. The orders' are in the domain. */
export const OFFICE_COLOURS: Readonly<Record<string, BadgeColour>> = {
  active: 'green',
  contacted: 'green',
  invited: 'yellow',
  pending: 'yellow',
  inactive: 'grey',
  deactivated: 'grey',
}

type StatusBadgeProps = {
  status: string
  palette?: Readonly<Record<string, BadgeColour>>
  /** Other words than the status itself. */
  children?: string
}

/** A status in the colour of its palette. */
export function StatusBadge({ status, palette = OFFICE_COLOURS, children }: StatusBadgeProps) {
  return (
    <span className="status" data-tone={badgeColour(palette, status)}>
      {children ?? statusLabel(status)}
    </span>
  )
}
