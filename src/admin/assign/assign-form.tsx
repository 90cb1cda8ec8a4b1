import { useEffect, useRef, useState } from 'react'
import { aboveCapacity } from '#domain/capacity-labels.ts'
import { DEFAULT_SHOP_PERCENT } from '#domain/cost-split.ts'
import { cardStyle } from '#src/admin/ui/card.tsx'
import { ErrorBanner, messageOf } from '#src/admin/ui/error-banner.tsx'
import { fieldMessage, useSubmit } from '#src/admin/ui/form-submit.ts'
import { notify } from '#src/admin/ui/toasts.tsx'
import { UnsavedGuard } from '#src/admin/ui/unsaved-guard.tsx'
import { Button } from '#src/components/ui/button.tsx'
import { SelectField, TextAreaField } from '#src/components/ui/field.tsx'
import { ApiError } from '#src/lib/api.ts'
import { type Assigned, type AssignmentChoices, assignOrder, type ShopChoice } from './queries.ts'
import { ShopTable, useOrderColumns } from './shop-table.tsx'
import { Breakdown, Mismatch, SplitFields } from './split-fields.tsx'
import { judge, splitTexts } from './split-input.ts'

/** The step of an assignment: an order is on the desk, or a shop for it is chosen and to be confirmed. */
export type Step = 'select' | 'confirm'

type AssignFormProps = {
  choices: AssignmentChoices
  step: Step
  /** The chosen shop's id, '' for none yet. */
  shopId: string
  onShop: (shopId: string) => void
  /** On to the confirmation, where there is room for one step at a time. */
  onContinue: () => void
  /** The shop order that is taken back in the same step. */
  replaces: string | undefined
  done: boolean
  /** Until it resolves, the form is on its way and asks nobody about leaving it. */
  onAssigned: (answer: Assigned, shop: ShopChoice) => Promise<void>
  /** The API knows something of this order that this screen does not know yet. */
  onRefused: () => Promise<void>
}

const FAILURE = 'Failed to assign order to shop'

/** A shop for the order, who gets how much, and what the florist reads. Where there is little room each step shows its part. */
export function AssignForm(props: AssignFormProps) {
  const { choices, step, shopId, onShop, onContinue, replaces, done, onAssigned, onRefused } = props
  const { order, history, suggestedMarketId } = choices
  const markets = useSteadyMarkets(choices)
  const ofShop = markets.find(({ shops }) => shops.some(({ id }) => id === shopId))
  const [marketId, setMarketId] = useState(ofShop?.id ?? suggestedMarketId ?? '')
  const market = markets.find(({ id }) => id === marketId)
  const shop = ofShop?.shops.find(({ id }) => id === shopId)

  const { totalCents } = order
  const usualPercent = shop?.defaultPercentage ?? DEFAULT_SHOP_PERCENT
  const [edited, setEdited] = useState<{ shopId: string; shop: string; fee: string }>()
  // Another shop has another usual share.
  const typed = edited?.shopId === shopId ? edited : splitTexts(totalCents, usualPercent)
  const { split, allocation } = judge(totalCents, typed)

  const instructions = history[0]?.specialInstructions ?? ''
  const [specialInstructions, setSpecialInstructions] = useState(instructions)
  const columns = useOrderColumns(market, order.promisedBy)
  const warning = shop && aboveCapacity(shop.room, new Date(order.promisedBy), order.timeZone)
  const isConfirm = step === 'confirm'
  const left = useRef(false)
  useEffect(() => {
    left.current = false
    return () => {
      left.current = true
    }
  }, [])

  const { busy, error, onSubmit } = useSubmit(async () => {
    if (!shop || !split || done) return
    const request = { orderId: order.id, shopId, totalCents, ...split, specialInstructions }
    const answer = await assignOrder({
      ...request,
      ...(replaces !== undefined && { replaces }),
      // Where the next order follows at once, the last assignment can be undone.
      ...(!isConfirm && replaces === undefined && { holdEmails: true }),
    }).catch(async (thrown) => {
      if (left.current) notify.error(messageOf(thrown, FAILURE), order.reference)
      if (thrown instanceof ApiError && thrown.status < 500) await onRefused()
      throw thrown
    })
    await onAssigned(answer, shop)
  })
  const fault = fieldMessage(error, 'specialInstructions')

  const instructionsField = (
    <TextAreaField
      name="specialInstructions"
      label="Special instructions"
      optional
      hint="The florist sees them with the order and on the printed sheet."
      rows={2}
      error={fault}
      value={specialInstructions}
      readOnly={done}
      onChange={({ target }) => setSpecialInstructions(target.value)}
    />
  )

  return (
    <form
      className="flex flex-col gap-4"
      noValidate
      onSubmit={onSubmit}
      aria-label={isConfirm ? 'Confirm Assignment' : 'Select Shop'}
    >
      <div className={`flex flex-col gap-3 ${isConfirm ? 'max-xl:hidden' : ''}`}>
        <SelectField
          name="market"
          label="1. Market"
          className="xl:grid xl:max-w-none xl:grid-cols-[auto_20rem_1fr] xl:items-center xl:gap-x-4 xl:[&_.hint]:order-last"
          value={marketId}
          hint={
            suggestedMarketId === null
              ? `No market serves ZIP code ${order.zip}. Please choose one.`
              : undefined
          }
          disabled={done}
          onChange={({ target }) => {
            setMarketId(target.value)
            onShop('')
          }}
          none="Choose a market"
          options={markets.map(({ id, name }) => [
            id,
            `${name}${id === suggestedMarketId ? ' – Suggested' : ''}`,
          ])}
        />
        <fieldset disabled={done}>
          <legend className="label mb-1.5">2. Shop</legend>
          {market && market.shops.length > 0 ? (
            <ShopTable
              market={market}
              value={shopId}
              onChoose={onShop}
              columns={columns}
              history={history}
              hasKeys
            />
          ) : (
            <p className={`${cardStyle} text-muted`}>
              {market ? 'No shops available in this market' : 'First select a market'}
            </p>
          )}
        </fieldset>
        {!isConfirm && (
          <div
            data-bottom-bar
            className="tall:sticky tall:bottom-0 tall:z-3 -mx-4 flex justify-end border-t border-line bg-paper px-4 py-3 lg:mx-0 xl:hidden"
          >
            <Button type="button" disabled={!shop} onClick={onContinue}>
              Continue
            </Button>
          </div>
        )}
      </div>

      <div className={`flex flex-col gap-4 ${isConfirm ? '' : 'max-xl:hidden'}`}>
        {shop && (
          <div className="xl:hidden">
            <p className="label">Shop</p>
            <p className="font-semibold wrap-anywhere">{shop.name}</p>
            <p className="text-muted">{`${shop.streetAddress}, ${shop.city}, ${shop.state} ${shop.zip}`}</p>
          </div>
        )}
        {isConfirm && instructionsField}
        <section aria-label="Cost allocation" className={`${cardStyle} flex flex-col gap-3 p-4 md:p-4`}>
          {error !== undefined && !fault && <ErrorBanner error={error} fallback={FAILURE} className="" />}
          {shop && !shop.notifiable && (
            <p className="notice">This shop has no email on file, so we can’t notify them. Please call.</p>
          )}
          {warning && !done && <p className="notice">{`${warning} You can assign it nevertheless.`}</p>}
          <Mismatch allocation={allocation} />
          <div className="flex flex-wrap items-end justify-between gap-3">
            <fieldset disabled={done || !shop}>
              <legend className="sr-only">Cost allocation</legend>
              <SplitFields
                totalCents={totalCents}
                usualPercent={usualPercent}
                typed={typed}
                onType={(now) => setEdited({ shopId, ...now })}
              />
            </fieldset>
            <Breakdown totalCents={totalCents} typed={typed} inLine={!isConfirm} />
            <Button busy={busy} disabled={!shop || !split || done}>
              {isConfirm ? (done ? 'Assignment Complete' : 'Confirm Assignment') : 'Assign'}
            </Button>
          </div>
        </section>
        {/* On the desk the split and its button come at once after the shops. */}
        {!isConfirm && instructionsField}
      </div>
      <UnsavedGuard
        unsaved={() => !done && !busy && specialInstructions !== instructions}
        title="Leave without assigning?"
        description="This order isn’t assigned yet. Your instructions for the florist will be lost."
        keptOn={order.id}
      />
    </form>
  )
}

/**
 * The markets with their shops in the order in which they stood at first: their figures stay true, but no row changes its place
 * under a finger that is about to choose it.
 */
function useSteadyMarkets({ markets }: AssignmentChoices): AssignmentChoices['markets'] {
  const [first] = useState(() => markets.flatMap(({ shops }) => shops.map(({ id }) => id)))
  const place = (id: string) => (first.includes(id) ? first.indexOf(id) : first.length)
  return markets.map((market) => ({
    ...market,
    shops: market.shops.toSorted((one, other) => place(one.id) - place(other.id)),
  }))
}
