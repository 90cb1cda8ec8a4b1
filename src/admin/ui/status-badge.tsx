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

const TONES: Readonly<Record<BadgeColour, string>> = {
  grey: 'bg-tone-grey-pale text-tone-grey',
  yellow: 'bg-tone-yellow-pale text-tone-yellow',
  blue: 'bg-tone-blue-pale text-tone-blue',
  purple: 'bg-tone-purple-pale text-tone-purple',
  green: 'bg-tone-green-pale text-tone-green',
  teal: 'bg-tone-teal-pale text-tone-teal',
  red: 'bg-tone-red-pale text-tone-red',
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
    <span
      className={`inline-flex items-center gap-1.5 rounded-full px-2.5 py-0.5 font-text text-label leading-normal font-semibold tracking-normal whitespace-nowrap before:size-[0.4375rem] before:rounded-full before:bg-current ${TONES[badgeColour(palette, status)]}`}
    >
      {children ?? statusLabel(status)}
    </span>
  )
}

/** Something special about a row, after its name. */
export function Tag({ className = 'ml-2', children }: { className?: string; children: string }) {
  return (
    <span
      className={`rounded-full bg-blush px-[0.4375rem] text-[0.75rem] font-semibold whitespace-nowrap text-rose-deep ${className}`}
    >
      {children}
    </span>
  )
}
