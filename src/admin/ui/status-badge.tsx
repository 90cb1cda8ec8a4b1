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

/** Each colour, strong and pale, for the classes beside it. */
export const TONES: Readonly<Record<BadgeColour, string>> = {
  grey: '[--tone:var(--color-tone-grey)] [--pale:var(--color-tone-grey-pale)]',
  yellow: '[--tone:var(--color-tone-yellow)] [--pale:var(--color-tone-yellow-pale)]',
  blue: '[--tone:var(--color-tone-blue)] [--pale:var(--color-tone-blue-pale)]',
  purple: '[--tone:var(--color-tone-purple)] [--pale:var(--color-tone-purple-pale)]',
  green: '[--tone:var(--color-tone-green)] [--pale:var(--color-tone-green-pale)]',
  teal: '[--tone:var(--color-tone-teal)] [--pale:var(--color-tone-teal-pale)]',
  red: '[--tone:var(--color-tone-red)] [--pale:var(--color-tone-red-pale)]',
}

type StatusBadgeProps = {
  status: string
  palette?: Readonly<Record<string, BadgeColour>>
  /** Other words than the status itself. */
  children?: string | undefined
}

/** A status in the colour of its palette. */
export function StatusBadge({ status, palette = OFFICE_COLOURS, children }: StatusBadgeProps) {
  return (
    <span
      className={`inline-flex items-center gap-1.5 rounded-full bg-(--pale) px-2.5 py-0.5 font-text text-label leading-normal font-semibold tracking-normal whitespace-nowrap text-(color:--tone) before:size-[0.4375rem] before:rounded-full before:bg-current ${TONES[badgeColour(palette, status)]}`}
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
