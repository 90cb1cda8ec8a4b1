import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { aboveCapacity } from '#domain/capacity-labels.ts'
import { mayBeAssigned } from '#domain/order/fulfilment.ts'
import { ShopOrderStatus } from '#src/admin/shop-orders/status.tsx'
import { Card, TwoColumns } from '#src/admin/ui/card.tsx'
import { DetailPage } from '#src/admin/ui/detail-page.tsx'
import { FormActions, RecordFormCard } from '#src/admin/ui/form-layout.tsx'
import { HistoryItem, WhoAndWhen } from '#src/admin/ui/history-item.tsx'
import { Button } from '#src/components/ui/button.tsx'
import { SelectField } from '#src/components/ui/field.tsx'
import { AssignedBanner, liveOf, NoFlorist, Replacing } from './banners.tsx'
import { OrderSummary } from './order-summary.tsx'
import { type AssignmentChoices, choicesQuery } from './queries.ts'

const route = getRouteApi('/admin/assign-orders/select-shop/$orderId')

/** Select shop: a market, then one of its active shops. */
export function SelectShop() {
  const { orderId } = route.useParams()
  const { replaces } = route.useSearch()
  return (
    <DetailPage
      list={{ label: 'Assign Orders', to: '/admin/assign-orders' }}
      query={useQuery(choicesQuery(orderId))}
      missing="Order not found"
      title={() => 'Select Shop'}
    >
      {(choices) => (
        <TwoColumns>
          <div className="flex min-w-0 flex-col gap-5">
            <Step choices={choices} replaces={replaces} />
          </div>
          <div className="flex min-w-0 flex-col gap-5">
            <OrderSummary order={choices.order} />
            <EarlierShops history={choices.history} />
          </div>
        </TwoColumns>
      )}
    </DetailPage>
  )
}

function Step({ choices, replaces }: { choices: AssignmentChoices; replaces: string | undefined }) {
  const live = liveOf(choices)
  if (!mayBeAssigned(choices.order)) return <NoFlorist order={choices.order} live={live} />
  if (live && live.shopOrderId !== replaces) return <AssignedBanner orderId={choices.order.id} live={live} />
  return (
    <>
      {replaces && <Replacing live={live} />}
      <ShopChoice choices={choices} replaces={live?.shopOrderId} />
    </>
  )
}

type ShopChoiceProps = { choices: AssignmentChoices; replaces: string | undefined }

function ShopChoice({ choices, replaces }: ShopChoiceProps) {
  const { order, markets, suggestedMarketId, history } = choices
  const [marketId, setMarketId] = useState(suggestedMarketId ?? '')
  const [shopId, setShopId] = useState('')
  const navigate = useNavigate()
  const market = markets.find(({ id }) => id === marketId)
  const shop = market?.shops.find(({ id }) => id === shopId)
  const next = (event: FormEvent) => {
    event.preventDefault()
    if (!shop) return
    void navigate({
      to: '/admin/assign-orders/confirm/$orderId/$shopId',
      params: { orderId: order.id, shopId: shop.id },
      search: { replaces },
      state: true,
    })
  }
  return (
    <RecordFormCard onSubmit={next} aria-label="Select Shop">
      <SelectField
        name="market"
        label="1. Market"
        value={marketId}
        hint={
          suggestedMarketId === null
            ? `No market serves ZIP code ${order.zip}. Please choose one.`
            : undefined
        }
        onChange={({ target }) => {
          setMarketId(target.value)
          setShopId('')
        }}
        none="Choose a market"
        options={markets.map(({ id, name }) => [
          id,
          `${name}${id === suggestedMarketId ? ' – Suggested' : ''}`,
        ])}
      />
      <SelectField
        name="shop"
        label="2. Shop"
        value={shopId}
        disabled={!market || market.shops.length === 0}
        onChange={({ target }) => setShopId(target.value)}
        none={placeholder(market)}
        options={(market?.shops ?? []).map(({ id, name }) => [id, `${name}${remarkOn(id, history)}`])}
      />
      <div aria-live="polite">{shop && <Chosen shop={shop} order={order} />}</div>
      <FormActions>
        <Button disabled={!shop}>Continue</Button>
      </FormActions>
    </RecordFormCard>
  )
}

function placeholder(market: AssignmentChoices['markets'][number] | undefined): string {
  if (!market) return 'First select a market'
  return market.shops.length === 0 ? 'No shops available in this market' : 'Choose a shop'
}

/** A remark for or against a shop: it has the order, or said no to it. */
function remarkOn(shopId: string, history: AssignmentChoices['history']): string {
  const last = history.find((earlier) => earlier.shopId === shopId)
  if (last?.live) return ' – has this order now'
  return last?.status === 'rejected' ? ' – rejected this order' : ''
}

type ChosenProps = { shop: AssignmentChoices['markets'][number]['shops'][number] } & Pick<
  AssignmentChoices,
  'order'
>

function Chosen({ shop, order }: ChosenProps) {
  const warning = aboveCapacity(shop.room, new Date(order.promisedBy), order.timeZone)
  return (
    <>
      <p className="text-muted">
        <span>{`${shop.streetAddress}, ${shop.city}, ${shop.state} `}</span>
        <span className="tabular-nums">{shop.zip}</span>
      </p>
      {!shop.notifiable && (
        <p className="notice mt-3">This shop has no email on file, so we can’t notify them. Please call.</p>
      )}
      {warning && <p className="notice mt-3">{`${warning} You can assign it nevertheless.`}</p>}
    </>
  )
}

type Earlier = AssignmentChoices['history'][number]

/** Who had the order before, newest first; nothing if nobody did. */
function EarlierShops({ history }: { history: readonly Earlier[] }) {
  const before = history.filter(({ live }) => !live)
  if (before.length === 0) return null
  return (
    <Card title="Previously assigned">
      <ol className="flex flex-col gap-3.5">
        {before.map((earlier) => (
          <HistoryItem key={earlier.shopOrderId}>
            <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <Link className="link" to="/admin/shop-orders/$id" params={{ id: earlier.shopOrderId }}>
                {earlier.shop}
              </Link>
              <ShopOrderStatus {...earlier} />
            </p>
            {earlier.reason && <q>{earlier.reason}</q>}
            <WhoAndWhen
              who={`Assigned by ${earlier.assignedBy ?? 'a former user'}`}
              at={earlier.assignedAt}
            />
          </HistoryItem>
        ))}
      </ol>
    </Card>
  )
}
