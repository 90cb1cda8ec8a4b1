import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { EmailsOfChange, StatusMessage, StopMessage } from '#domain/order/causes.ts'
import { type BadgeColour, statusLabel } from '#domain/order-status.ts'
import { TONES } from './status-badge.tsx'
import { attempt, notify } from './toasts.tsx'
import { offerUndo } from './undo.ts'

type StatusButtonsProps<Status extends string> = {
  /** Every status with its colour, in order. */
  statuses: readonly Status[]
  colours: Readonly<Record<Status, BadgeColour>>
  now: Status
  /** The one that is on its way. */
  setting: Status | undefined
  /** Another than the present one was pressed. */
  onChoose: (status: Status) => void
}

const SEGMENT =
  'flex min-h-8 cursor-pointer items-center justify-center gap-1.5 rounded-[7px] px-3 font-medium text-muted hover:text-ink aria-busy:outline-[1.5px] aria-busy:outline-dashed aria-busy:outline-(--tone) aria-pressed:cursor-default aria-pressed:bg-(--pale) aria-pressed:font-semibold aria-pressed:text-(color:--tone) max-md:px-1 pointer-coarse:min-h-11 forced-colors:aria-pressed:bg-[SelectedItem] forced-colors:aria-pressed:text-[SelectedItemText] forced-colors:aria-pressed:forced-color-adjust-none'

/** All statuses in a row, where there is little room in two: a press sets one, and the present one is pressed. */
export function StatusButtons<Status extends string>(props: StatusButtonsProps<Status>) {
  const { statuses, colours, now, setting, onChoose } = props
  return (
    <fieldset className="grid basis-full grid-cols-3 rounded-field border-[1.5px] border-edge bg-card p-[0.1875rem] md:max-xl:max-w-96 xl:flex xl:basis-auto xl:flex-wrap">
      <legend className="sr-only">Status</legend>
      {statuses.map((status) => (
        <button
          key={status}
          type="button"
          className={`${SEGMENT} ${TONES[colours[status]]}`}
          aria-pressed={status === now}
          aria-busy={status === setting || undefined}
          onClick={() => {
            if (setting === undefined && status !== now) onChoose(status)
          }}
        >
          {statusLabel(status)}
        </button>
      ))}
    </fieldset>
  )
}

/** `what`: `Order`; `buyer`: the buyer's address; `shop`: the name of the shop that has the order, null for none. */
type StatusOwner = { what: string; buyer: string; shop: string | null }

type StatusChange<Status, Changed> = StatusOwner & {
  queryKey: QueryKey
  /** The change that can be undone, as in `order:1`. */
  about: string
  now: Status
  /** Emails wait until the change cannot be undone. */
  send: (status: Status, reason: string | null) => Promise<Changed>
  undo: (changed: Changed) => Promise<Changed>
  /** True if there is no way back. */
  isFinal?: (status: Status) => boolean
  /** Closes the question before the change. */
  onDone: () => void
}

/** Sets the status of an order or shop order, and offers to take it back. `setting` is the one that is on its way. */
export function useStatusChange<Status extends string, Changed extends EmailsOfChange & { version: number }>(
  change: StatusChange<Status, Changed>,
) {
  const { queryKey, about, now, send, undo, isFinal, onDone, ...owner } = change
  const failure = `Failed to update ${owner.what.toLowerCase()} status`
  const cache = useQueryClient()
  const [setting, setSetting] = useState<Status>()
  // State comes a moment too late for a double click.
  const busy = useRef(false)
  const takeBack = async (changed: Changed) => {
    try {
      return linesAfter(owner, now, await undo(changed))
    } finally {
      await cache.invalidateQueries()
    }
  }
  /** @param reason of a rejection */
  const set = async (status: Status, reason: string | null = null) => {
    if (busy.current) return
    busy.current = true
    setSetting(status)
    await attempt(async () => {
      const changed = await send(status, reason)
      // Other changes are read anew; until then another status can be chosen.
      const shown = { status, rejectionReason: reason, version: changed.version }
      cache.setQueryData<object>(queryKey, (data) => data && { ...data, ...shown })
      const lines = linesAfter(owner, status, changed)
      if (isFinal?.(status)) notify.success(...lines)
      else offerUndo({ about, lines, failure, undo: () => takeBack(changed) })
    }, failure)
    busy.current = false
    setSetting(undefined)
    onDone()
    // After a conflict, too: then it shows what somebody else made of it.
    await cache.invalidateQueries()
  }
  return { setting, set }
}

const HEARS: Readonly<Record<StopMessage, string>> = {
  'florist-cancelled': 'is told to stop, by email.',
  'florist-reopened': 'is told that the order is back on, by email.',
}

const SAYS: Readonly<Record<StatusMessage, string>> = {
  'order-accepted': 'that a florist has the order',
  'order-delivered': 'that the flowers were delivered',
  'order-cancelled': 'that it was cancelled',
}

const isToFlorist = (kind: StatusMessage | StopMessage): kind is StopMessage => kind.startsWith('florist-')

/**
 * Tells of a change of status: the status, then the emails, a sentence each: those that go, and those that have
 * gone and are wrong now.
 */
export function linesAfter(
  { what, buyer, shop }: StatusOwner,
  status: string,
  { emails, wrongEmails }: EmailsOfChange,
): string[] {
  const heard = (kind: StatusMessage | StopMessage) => {
    if (isToFlorist(kind)) return `${shop ?? 'The florist'} ${HEARS[kind]}`
    const refund = kind === 'order-cancelled' ? ' The refund isn’t automatic.' : ''
    return `${buyer} gets an email ${SAYS[kind]}.${refund}`
  }
  return [
    `${what} status updated to ${status}`,
    ...emails.map(heard),
    ...wrongEmails.map((kind) => `${buyer} already got an email ${SAYS[kind]}. Please call them.`),
  ]
}
