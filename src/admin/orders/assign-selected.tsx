import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import * as z from 'zod/mini'
import { DEFAULT_SHOP_PERCENT, presetsWith } from '#domain/cost-split.ts'
import { formatMoney } from '#domain/money.ts'
import { type AssignmentChoices, assignOrders, choicesQuery } from '#src/admin/assign/queries.ts'
import { Banner } from '#src/admin/ui/banner.tsx'
import { QueryError } from '#src/admin/ui/error-banner.tsx'
import { FormDialog } from '#src/admin/ui/form-dialog.tsx'
import { Segments } from '#src/admin/ui/segments.tsx'
import { type Selection, SelectionBar } from '#src/admin/ui/selection.tsx'
import { SmallForm } from '#src/admin/ui/small-form.tsx'
import { notify } from '#src/admin/ui/toasts.tsx'
import { Button } from '#src/components/ui/button.tsx'
import { SelectField } from '#src/components/ui/field.tsx'
import type { OrderRow } from './queries.ts'

/** Gives the chosen orders to one shop. */
export function AssignSelected({ selection }: { selection: Selection<OrderRow> }) {
  const { chosen, clear } = selection
  const [open, setOpen] = useState(false)
  // What was chosen when it was opened: the list may change behind it.
  const [orders, setOrders] = useState<readonly OrderRow[]>([])
  const sum = orders.reduce((cents, { totalCents }) => cents + totalCents, 0)
  return (
    <>
      {chosen.length > 0 && (
        <SelectionBar text={`${countOf(chosen.length)} selected`} onClear={clear}>
          <Button
            type="button"
            onClick={() => {
              setOrders(chosen)
              setOpen(true)
            }}
          >
            Assign to a Shop
          </Button>
        </SelectionBar>
      )}
      <FormDialog
        open={open}
        onOpenChange={setOpen}
        title={`Assign ${countOf(orders.length)}`}
        description={`${formatMoney(sum)} in all. Each becomes a shop order of its own, and the shop gets an email about each.`}
      >
        <AssignForm orders={orders} onClose={() => setOpen(false)} onAssigned={clear} />
      </FormDialog>
    </>
  )
}

const countOf = (count: number) => `${count} ${count === 1 ? 'order' : 'orders'}`

const assignForm = z.object({
  shopId: z.string().check(z.minLength(1, 'Please choose a shop')),
  /** Null: the usual share of the shop. */
  shopPercent: z.nullable(z.number()),
})
type AssignValues = z.infer<typeof assignForm>

type LeftOut = { reference: string; error: string }
type AssignFormProps = {
  orders: readonly OrderRow[]
  onClose: () => void
  /** At least one of them has a shop now. */
  onAssigned: () => void
}

/** Asks for the shop and the split, and says of each order that was left out why. */
function AssignForm({ orders, onClose, onAssigned }: AssignFormProps) {
  const cache = useQueryClient()
  const choices = useQuery({ ...choicesQuery(orders[0]?.id ?? ''), enabled: orders.length > 0 })
  const [leftOut, setLeftOut] = useState<readonly LeftOut[]>()
  const markets = choices.data?.markets

  const assign = async ({ shopId, shopPercent }: AssignValues) => {
    try {
      const { results } = await assignOrders({
        shopId,
        shopPercent: shopPercent ?? usualPercent(markets, shopId),
        orders: orders.map(({ id, totalCents }) => ({ id, totalCents })),
      })
      const failed = results.flatMap(({ id, error }) =>
        error === null
          ? []
          : [{ reference: orders.find((order) => order.id === id)?.reference ?? id, error }],
      )
      const done = results.length - failed.length
      if (done > 0) {
        notify.success(`${countOf(done)} assigned to shop successfully`)
        onAssigned()
      }
      const above = results.filter(({ aboveCapacity }) => aboveCapacity).length
      if (above > 0) {
        notify.error(
          `${countOf(above)} ${above === 1 ? 'is' : 'are'} more than this shop can make that day. It has them nevertheless.`,
          'Above capacity',
        )
      }
      if (failed.length > 0) setLeftOut(failed)
      else onClose()
    } finally {
      await cache.invalidateQueries()
    }
  }
  if (leftOut) return <LeftOutList leftOut={leftOut} onClose={onClose} />
  return (
    <SmallForm<AssignValues, AssignValues>
      label="Assign orders"
      schema={assignForm}
      start={{ shopId: '', shopPercent: null }}
      send={assign}
      submit="Assign"
      failure="Failed to assign the orders"
      onCancel={onClose}
    >
      <QueryError query={choices} fallback="Failed to load shops" className="" />
      <AssignFields markets={markets} />
    </SmallForm>
  )
}

type Markets = AssignmentChoices['markets'] | undefined

function usualPercent(markets: Markets, shopId: string): number {
  const shop = markets?.flatMap(({ shops }) => shops).find(({ id }) => id === shopId)
  return shop?.defaultPercentage ?? DEFAULT_SHOP_PERCENT
}

function AssignFields({ markets }: { markets: Markets }) {
  const { register, setValue, watch, formState } = useFormContext<AssignValues>()
  const { shopId, shopPercent } = watch()
  const usual = usualPercent(markets, shopId)
  return (
    <>
      <SelectField
        // Another shop has another usual share.
        {...register('shopId', { onChange: () => setValue('shopPercent', null) })}
        scope="bulk"
        label="Shop"
        error={formState.errors.shopId?.message}
      >
        <option value="">{markets ? 'Choose a shop' : 'Loading …'}</option>
        {markets
          ?.filter(({ shops }) => shops.length > 0)
          .map(({ id, name, shops }) => (
            <optgroup key={id} label={name}>
              {shops.map((shop) => (
                <option key={shop.id} value={shop.id}>
                  {shop.name}
                </option>
              ))}
            </optgroup>
          ))}
      </SelectField>
      <Segments
        label="Shop and platform split, in percent"
        name="bulk-split"
        options={presetsWith(usual)}
        value={shopPercent ?? usual}
        onChange={(percent) => setValue('shopPercent', percent)}
      />
    </>
  )
}

function LeftOutList({ leftOut, onClose }: { leftOut: readonly LeftOut[]; onClose: () => void }) {
  return (
    <>
      <Banner role="alert" tone="butter" className="">
        <div className="min-w-0 flex-1">
          <p className="font-semibold">
            {`${countOf(leftOut.length)} ${leftOut.length === 1 ? 'was' : 'were'} not assigned`}
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
