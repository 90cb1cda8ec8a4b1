import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { DEFAULT_SHOP_PERCENT, presetsWith } from '#domain/cost-split.ts'
import { formatMoney } from '#domain/money.ts'
import { assignOrders, bulkChoicesQuery, type ShopChoice } from '#src/admin/assign/queries.ts'
import { ShopTable } from '#src/admin/assign/shop-table.tsx'
import type { Openable } from '#src/admin/lazy-part.tsx'
import { Banner } from '#src/admin/ui/banner.tsx'
import { ErrorBanner, QueryError } from '#src/admin/ui/error-banner.tsx'
import { FormDialog } from '#src/admin/ui/form-dialog.tsx'
import { useSubmit } from '#src/admin/ui/form-submit.ts'
import { Segments } from '#src/admin/ui/segments.tsx'
import type { Column } from '#src/admin/ui/table-cells.tsx'
import { notify } from '#src/admin/ui/toasts.tsx'
import { Button } from '#src/components/ui/button.tsx'
import { SelectField } from '#src/components/ui/field.tsx'
import type { OrderRow } from './queries.ts'

type AssignSelectedDialogProps = Openable & {
  orders: readonly OrderRow[]
  /** At least one of them has a shop now. */
  onAssigned: () => void
}

/** Asks for the shop of several orders and the split, and says of each order that was left out why. */
export function AssignSelectedDialog({ orders, onAssigned, ...openable }: AssignSelectedDialogProps) {
  return (
    <FormDialog
      {...openable}
      wide
      title={orders.length === 1 ? 'Assign 1 order' : `Assign ${orders.length} orders`}
      description={`${formatMoney(sumOf(orders))} in all. Each becomes a shop order of its own, and the shop gets an email about each.`}
    >
      <AssignSelectedForm
        orders={orders}
        onClose={() => openable.onOpenChange(false)}
        onAssigned={onAssigned}
      />
    </FormDialog>
  )
}

type LeftOut = { reference: string; error: string }
type FormProps = Omit<AssignSelectedDialogProps, keyof Openable> & { onClose: () => void }

function AssignSelectedForm({ orders, onClose, onAssigned }: FormProps) {
  const cache = useQueryClient()
  const choices = useQuery(bulkChoicesQuery(orders.map(({ id }) => id)))
  const [chosenMarket, setMarketId] = useState<string>()
  const [shopId, setShopId] = useState('')
  const [chosenPercent, setPercent] = useState<number>()
  const [missing, setMissing] = useState(false)
  const [leftOut, setLeftOut] = useState<readonly LeftOut[]>()
  const marketId = chosenMarket ?? choices.data?.suggestedMarketId ?? ''
  const market = choices.data?.markets.find(({ id }) => id === marketId)
  const shop = market?.shops.find(({ id }) => id === shopId)
  const usual = shop?.defaultPercentage ?? DEFAULT_SHOP_PERCENT
  const percent = chosenPercent ?? usual

  const { busy, error, onSubmit } = useSubmit(async () => {
    setMissing(shopId === '')
    if (shopId === '') return
    try {
      const { results } = await assignOrders({
        shopId,
        shopPercent: percent,
        orders: orders.map(({ id, totalCents }) => ({ id, totalCents })),
      })
      const failed = results.flatMap(({ id, error }) =>
        error === null
          ? []
          : [{ reference: orders.find((order) => order.id === id)?.reference ?? id, error }],
      )
      const done = results.length - failed.length
      if (done > 0) {
        notify.success(`${done} ${done === 1 ? 'order' : 'orders'} assigned to shop successfully`)
        onAssigned()
      }
      const above = results.filter(({ aboveCapacity }) => aboveCapacity).length
      if (above > 0) {
        notify.error(
          `${above === 1 ? '1 order is' : `${above} orders are`} more than this shop can make that day. It has them nevertheless.`,
          'Above capacity',
        )
      }
      if (failed.length > 0) setLeftOut(failed)
      else onClose()
    } finally {
      await cache.invalidateQueries()
    }
  })
  if (leftOut) return <LeftOutList leftOut={leftOut} onClose={onClose} />
  return (
    <form className="flex flex-col gap-4" noValidate aria-label="Assign orders" onSubmit={onSubmit}>
      {error !== undefined && (
        <ErrorBanner error={error} fallback="Failed to assign the orders" className="" />
      )}
      <QueryError query={choices} fallback="Failed to load shops" className="" />
      <SelectField
        name="bulk-market"
        label="Market"
        value={marketId}
        onChange={({ target }) => {
          setMarketId(target.value)
          setShopId('')
        }}
        none={choices.data ? 'Choose a market' : 'Loading …'}
        options={(choices.data?.markets ?? []).map(({ id, name }) => [
          id,
          `${name}${id === choices.data?.suggestedMarketId ? ' – Suggested' : ''}`,
        ])}
      />
      {market && (
        <fieldset aria-describedby="bulk-shop-error">
          <legend className="label mb-1.5">Shop</legend>
          <ShopTable
            market={market}
            value={shopId}
            onChoose={(id) => {
              setShopId(id)
              // Another shop has another usual share.
              setPercent(undefined)
            }}
            columns={[fitsColumn(orders.length)]}
          />
        </fieldset>
      )}
      <p id="bulk-shop-error" className="error" aria-live="polite">
        {missing && shopId === '' && <span>Please choose a shop</span>}
      </p>
      <div role="status" className="empty:contents">
        {shop && shop.leftOut.length > 0 && <NoRoom shop={shop} orders={orders} />}
      </div>
      <Segments
        label="Shop and platform split, in percent"
        name="bulk-split"
        options={presetsWith(usual)}
        value={percent}
        onChange={setPercent}
      />
      <div className="flex flex-wrap justify-end gap-3">
        <Button type="button" look="quiet" disabled={busy} onClick={onClose}>
          Cancel
        </Button>
        <Button busy={busy}>Assign</Button>
      </div>
    </form>
  )
}

/** The number of the orders for which a shop has room. */
const fitsColumn = (count: number): Column<ShopChoice> => ({
  id: 'fits',
  header: 'Has room for',
  width: 'wideNumber',
  align: 'end',
  cell: ({ leftOut }) => {
    if (leftOut.length === 0) return count === 1 ? 'it' : `all ${count}`
    return <span className="font-semibold text-tone-red">{`${count - leftOut.length} of ${count}`}</span>
  },
})

/** The orders for which the chosen shop has no room. */
function NoRoom({ shop, orders }: { shop: ShopChoice; orders: readonly OrderRow[] }) {
  const without = orders.filter(({ id }) => shop.leftOut.includes(id))
  return (
    <div className="notice">
      <p className="wrap-anywhere">
        <b>{`${shop.name} has no room for`}</b>
        {without.map(({ id, reference }) => (
          <b key={id} className="ml-1.5 inline-block">
            {reference}
          </b>
        ))}
        <span className="block">You can assign them nevertheless.</span>
      </p>
    </div>
  )
}

function LeftOutList({ leftOut, onClose }: { leftOut: readonly LeftOut[]; onClose: () => void }) {
  return (
    <>
      <Banner role="alert" tone="butter" className="">
        <div className="min-w-0 flex-1">
          <p className="font-semibold">
            {leftOut.length === 1 ? '1 order was not assigned' : `${leftOut.length} orders were not assigned`}
          </p>
          <ul className="mt-1 flex flex-col gap-1">
            {leftOut.map(({ reference, error }) => (
              <li key={reference}>
                <b className="tabular-nums">{reference}</b>
                <span>{` ${error}`}</span>
              </li>
            ))}
          </ul>
        </div>
      </Banner>
      <div className="flex justify-end">
        <Button type="button" onClick={onClose}>
          Close
        </Button>
      </div>
    </>
  )
}

const sumOf = (orders: readonly OrderRow[]) => orders.reduce((sum, { totalCents }) => sum + totalCents, 0)
