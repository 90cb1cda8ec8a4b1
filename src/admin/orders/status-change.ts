import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { messageOf } from '#src/admin/ui/error-banner.tsx'
import { notify } from '#src/admin/ui/toasts.tsx'
import { offerUndo } from '#src/admin/ui/undo.ts'

type StatusChange<Status, Changed> = {
  queryKey: QueryKey
  /** What can be undone, as in `order:1`. */
  about: string
  now: Status
  /** Emails wait until the change cannot be undone. */
  send: (status: Status, reason: string | null) => Promise<Changed>
  undo: (changed: Changed) => Promise<Changed>
  /** True if there is no way back. */
  isFinal?: (status: Status) => boolean
  /** The lines of the message. */
  linesAfter: (status: Status, changed: Changed) => string[]
  failure: string
  /** Closes the question before the change. */
  onDone: () => void
}

/** Sets the status of an order or shop order, and offers to take it back. `setting` is the one that is on its way. */
export function useStatusChange<Status extends string, Changed extends { version: number }>(
  change: StatusChange<Status, Changed>,
) {
  const { queryKey, about, now, send, undo, isFinal, linesAfter, failure, onDone } = change
  const cache = useQueryClient()
  const [setting, setSetting] = useState<Status>()
  // State comes a moment too late for a double click.
  const busy = useRef(false)
  const takeBack = async (changed: Changed) => {
    try {
      return linesAfter(now, await undo(changed))
    } finally {
      await cache.invalidateQueries()
    }
  }
  /** @param reason of a rejection */
  const set = async (status: Status, reason: string | null = null) => {
    if (busy.current) return
    busy.current = true
    setSetting(status)
    try {
      const changed = await send(status, reason)
      // Other changes are read anew; until then another status can be chosen.
      const shown = { status, rejectionReason: reason, version: changed.version }
      cache.setQueryData<object>(queryKey, (data) => data && { ...data, ...shown })
      const lines = linesAfter(status, changed)
      if (isFinal?.(status)) notify.success(...lines)
      else offerUndo({ about, lines, failure, undo: () => takeBack(changed) })
    } catch (error) {
      notify.error(messageOf(error, failure))
    }
    busy.current = false
    setSetting(undefined)
    onDone()
    // After a conflict, too: then it shows what somebody else made of it.
    await cache.invalidateQueries()
  }
  return { setting, set }
}
