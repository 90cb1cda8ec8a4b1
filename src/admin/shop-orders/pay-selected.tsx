import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { formatMoney } from '#domain/money.ts'
import { messageOf } from '#src/admin/ui/error-banner.tsx'
import { type Selection, SelectionBar } from '#src/admin/ui/selection.tsx'
import { notify } from '#src/admin/ui/toasts.tsx'
import { offerUndo } from '#src/admin/ui/undo.ts'
import { Button } from '#src/components/ui/button.tsx'
import { type ShopOrderRow, setShopOrderPayments } from './queries.ts'
import { shortId } from './status.tsx'

const FAILURE = 'Failed to update payment status'

/** Marks the chosen shop orders as paid. */
export function PaySelected({ selection }: { selection: Selection<ShopOrderRow> }) {
  const { chosen, clear } = selection
  const cache = useQueryClient()
  const [busy, setBusy] = useState(false)
  const toPay = chosen.filter(({ paymentStatus }) => paymentStatus !== 'paid')
  if (chosen.length === 0) return null

  const mark = async (
    rows: readonly { id: string; version: number }[],
    paymentStatus: 'paid' | 'pending',
  ) => {
    const { results } = await setShopOrderPayments({
      paymentStatus,
      shopOrders: rows.map(({ id, version }) => ({ id, version })),
    })
    await cache.invalidateQueries()
    for (const { id, error } of results) if (error !== null) notify.error(`${shortId(id)}: ${error}`)
    return rows.filter(({ id }) => results.some((result) => result.id === id && result.error === null))
  }
  const pay = async () => {
    setBusy(true)
    try {
      const paid = await mark(toPay, 'paid')
      clear()
      if (paid.length === 0) return
      offerUndo({
        about: `payments:${paid.map(({ id }) => id).join()}`,
        lines: [`${countOf(paid.length)} marked as paid`],
        failure: FAILURE,
        undo: async () => {
          const back = await mark(
            paid.map(({ id, version }) => ({ id, version: version + 1 })),
            'pending',
          )
          return [`${countOf(back.length)} marked as pending`]
        },
      })
    } catch (error) {
      notify.error(messageOf(error, FAILURE))
    } finally {
      setBusy(false)
    }
  }
  const sum = toPay.reduce((cents, { shopCostCents }) => cents + shopCostCents, 0)
  return (
    <SelectionBar text={`${countOf(chosen.length)} selected`} onClear={clear}>
      <Button type="button" busy={busy} disabled={toPay.length === 0} onClick={() => busy || void pay()}>
        {toPay.length === 0 ? 'All are paid' : `Mark as Paid (${formatMoney(sum)})`}
      </Button>
    </SelectionBar>
  )
}

const countOf = (count: number) => `${count} shop ${count === 1 ? 'order' : 'orders'}`
