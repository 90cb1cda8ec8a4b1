import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { useRef, useState } from 'react'
import type { EmailsOfChange, StatusMessage, StopMessage } from '#domain/order/fulfilment.ts'
import { type BadgeColour, statusLabel } from '#domain/order-status.ts'
import { statusDotStyle } from './class-names.ts'
import { MenuButton } from './menu-button.tsx'
import { TONES } from './status-badge.tsx'
import { attempt, notify } from './toasts.tsx'
import { offerUndo } from './undo.ts'

const TRIGGER =
  'inline-flex min-h-8 cursor-pointer items-center gap-1.5 rounded-full border-[1.5px] border-(color:--tone) bg-(--pale) pr-2 pl-3 font-semibold text-(color:--tone) hover:bg-card aria-busy:border-dashed data-popup-open:bg-card pointer-coarse:min-h-11 [&>svg]:size-4'

type StatusMenuProps<Status extends string> = {
  /** Every status with its colour, in order. */
  statuses: readonly Status[]
  colours: Readonly<Record<Status, BadgeColour>>
  now: Status
  /** The one that is on its way. */
  setting: Status | undefined
  /** Another than the present one was chosen. */
  onChoose: (status: Status) => void
}

/** The status, as a menu of all of them. */
export function StatusMenu<Status extends string>(props: StatusMenuProps<Status>) {
  const { statuses, colours, now, setting, onChoose } = props
  return (
    <MenuButton
      className={`${TRIGGER} ${TONES[colours[now]]}`}
      busy={setting !== undefined}
      menu={[
        {
          kind: 'choice',
          label: 'Status',
          options: statuses.map((status) => ({ label: statusLabel(status), tone: TONES[colours[status]] })),
          chosen: statuses.indexOf(now),
          onChoose: (at) => {
            const status = statuses[at]
            if (status !== undefined && setting === undefined && status !== now) onChoose(status)
          },
        },
      ]}
    >
      <span aria-hidden className={statusDotStyle} />
      <span className="sr-only">{'Status: '}</span>
      <span>{statusLabel(now)}</span>
      <ChevronDown aria-hidden />
    </MenuButton>
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
