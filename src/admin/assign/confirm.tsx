import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { aboveCapacity } from '#domain/capacity-labels.ts'
import { mayBeAssigned } from '#domain/order/fulfilment.ts'
import { Banner } from '#src/admin/ui/banner.tsx'
import { Card, TwoColumns } from '#src/admin/ui/card.tsx'
import { DetailPage } from '#src/admin/ui/detail-page.tsx'
import { EmptyState } from '#src/admin/ui/empty-state.tsx'
import { Fact, Facts } from '#src/admin/ui/facts.tsx'
import { LinkButton } from '#src/admin/ui/link-button.tsx'
import { AssignForm } from './assign-form.tsx'
import { AssignedBanner, liveOf, NoFlorist, Replacing, SuccessBanner } from './banners.tsx'
import { OrderSummary } from './order-summary.tsx'
import { type AssignmentChoices, assignTarget, choicesQuery } from './queries.ts'

const route = getRouteApi('/admin/assign-orders/confirm/$orderId/$shopId')

export function ConfirmAssignment() {
  const { orderId, shopId } = route.useParams()
  return (
    <DetailPage
      list={{ label: 'Assign Orders', to: '/admin/assign-orders' }}
      query={useQuery(choicesQuery(orderId))}
      missing="Order or shop not found"
      title={() => 'Confirm Assignment'}
    >
      {(choices) => <Confirm key={`${orderId} ${shopId}`} choices={choices} shopId={shopId} />}
    </DetailPage>
  )
}

function Confirm({ choices, shopId }: { choices: AssignmentChoices; shopId: string }) {
  const { order, markets, history } = choices
  const { replaces } = route.useSearch()
  const cache = useQueryClient()
  const [done, setDone] = useState<{ notified: boolean }>()
  const [late, setLate] = useState(false)
  const live = liveOf(choices)
  const shop = markets.flatMap(({ shops }) => shops).find(({ id }) => id === shopId)
  // After this assignment the order is read again with a shop: that is no assignment by somebody else.
  if (!done && !mayBeAssigned(order)) return <NoFlorist order={order} live={live} />
  if (!done && live && live.shopOrderId !== replaces) {
    return <AssignedBanner orderId={order.id} live={live} late={late} />
  }
  if (!shop) return <NoShop orderId={order.id} />
  const warning = aboveCapacity(shop.room, new Date(order.promisedBy), order.timeZone)
  return (
    <TwoColumns>
      <div className="flex min-w-0 flex-col gap-5">
        {!done && replaces && <Replacing live={live} />}
        {!done && warning && (
          <Banner tone="butter" className="">
            <p>{`${warning} You can assign it nevertheless.`}</p>
          </Banner>
        )}
        {done && <SuccessBanner shop={shop.name} notified={done.notified} />}
        <AssignForm
          order={order}
          shop={shop}
          replaces={live?.shopOrderId}
          instructions={history[0]?.specialInstructions ?? ''}
          done={done !== undefined}
          onDone={setDone}
          onRefused={async () => {
            setLate(true)
            await cache.invalidateQueries({ queryKey: choicesQuery(order.id).queryKey })
          }}
        />
      </div>
      <div className="flex min-w-0 flex-col gap-5">
        <Card title={shop.name}>
          <Facts>
            <Fact term="Address">{`${shop.streetAddress}\n${shop.city}, ${shop.state} ${shop.zip}`}</Fact>
            <Fact term="Notified by">
              {shop.notifiable ? 'Email, with a link to respond' : 'No email on file. Call them.'}
            </Fact>
          </Facts>
        </Card>
        <OrderSummary order={order} />
      </div>
    </TwoColumns>
  )
}

/** The address names a shop that is not there or takes no orders. */
function NoShop({ orderId }: { orderId: string }) {
  return (
    <EmptyState title="Order or shop not found">
      <p className="text-muted">The shop may be inactive now.</p>
      <LinkButton {...assignTarget(orderId)} look="quiet">
        Choose another shop
      </LinkButton>
    </EmptyState>
  )
}
