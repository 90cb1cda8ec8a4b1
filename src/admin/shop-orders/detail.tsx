import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import Printer from 'lucide-react/icons/printer'
import { formatMoney } from '#domain/money.ts'
import { assignmentState } from '#domain/order/fulfilment.ts'
import { ORDER_STATUS_COLOURS, PAYMENT_STATUS_COLOURS, shopOrderIsLive } from '#domain/order-status.ts'
import { streetLine } from '#domain/postal-address.ts'
import { assignTarget } from '#src/admin/assign/queries.ts'
import { Attempts } from '#src/admin/delivery-attempts/attempts.tsx'
import { ORDER_LABELS } from '#src/admin/orders/labels.ts'
import { OrderPhotos } from '#src/admin/orders/photos.tsx'
import { Substitutions, Wish } from '#src/admin/orders/substitutions.tsx'
import { BouquetFact, PromisedFact, RecipientFact, Summary, SummaryFact } from '#src/admin/orders/summary.tsx'
import { CopyIcon } from '#src/admin/ui/action-button.tsx'
import { Ago } from '#src/admin/ui/ago.tsx'
import { Card, CardSubtitle, CardTitle, TwoColumns } from '#src/admin/ui/card.tsx'
import { DetailPage } from '#src/admin/ui/detail-page.tsx'
import { Fact, Facts, MailLink, PhoneLink } from '#src/admin/ui/facts.tsx'
import { LinkButton } from '#src/admin/ui/link-button.tsx'
import { StatusBadge } from '#src/admin/ui/status-badge.tsx'
import { Timeline } from '#src/admin/ui/timeline.tsx'
import { Button } from '#src/components/ui/button.tsx'
import { NoteCard } from '#src/components/ui/note-card.tsx'
import { Contacts } from './contacts.tsx'
import { FloristLink, Unassign } from './florist-link.tsx'
import { ShopNotes, WrittenNotes } from './notes.tsx'
import { PrintSheet } from './print-sheet.tsx'
import { type ShopOrderDetail, shopOrderQuery } from './queries.ts'
import { Share, shareOf } from './share.tsx'
import { ShopOrderStep } from './shop-order-step.tsx'
import { Stamp, shortId } from './status.tsx'
import { ShopOrderStatusButtons } from './status-buttons.tsx'

const route = getRouteApi('/admin/shop-orders/$id')

export function ShopOrderScreen() {
  const { id } = route.useParams()
  return (
    <DetailPage
      list={{ label: 'Shop Orders', to: '/admin/shop-orders' }}
      query={useQuery(shopOrderQuery(id))}
      missing={`Failed to load shop order with ID ${id}`}
      title={({ order }) => `Shop Order ${order.reference}`}
      besideTitle={({ order }) => <CopyIcon text={order.reference} what="Reference" />}
      lead={(record) => <Lead record={record} />}
      summary={(record) => <ShopOrderSummary record={record} />}
      actions={(record) => <Actions record={record} />}
    >
      {(record) => (
        <>
          <TwoColumns>
            <div className="grid grid-cols-1 gap-5">
              <Substitutions substitutions={record.substitutions} timeZone={record.order.timeZone} />
              <AboutOrder order={record.order} />
              {shopOrderIsLive(record) ? <ShopNotes record={record} /> : <WrittenNotes record={record} />}
              <Share record={record} />
              <Attempts
                attempts={record.attempts}
                shopOrder={record}
                buyer={record.order.customerEmail}
                timeZone={record.order.timeZone}
              />
              <OrderPhotos orderId={record.order.id} photos={record.photos} />
            </div>
            <div className="grid grid-cols-1 gap-5">
              <Timeline entries={record.timeline} labels={ORDER_LABELS} />
              <Contacts record={record} readOnly={!shopOrderIsLive(record)} />
              <FloristLink record={record} />
              <AboutShop shop={record.shop} />
            </div>
          </TwoColumns>
          <PrintSheet record={record} />
        </>
      )}
    </DetailPage>
  )
}

function Lead({ record }: { record: ShopOrderDetail }) {
  return (
    <div className="mt-1.5 flex flex-wrap items-center gap-x-2 gap-y-1.5">
      <ShopOrderStatusButtons record={record} />
      <StatusBadge status={record.paymentStatus} palette={PAYMENT_STATUS_COLOURS}>
        {record.paymentStatus === 'paid' ? 'Shop paid' : 'Shop not paid'}
      </StatusBadge>
      {record.order.isSample && <StatusBadge status="sample" />}
      <span>
        <code>{shortId(record.id)}</code>
        <span>, created </span>
        <Ago at={record.createdAt} />
        {record.statusStamp && (
          <span>
            <span>, status set </span>
            <Stamp stamp={record.statusStamp} shop={record.shop.name} />
          </span>
        )}
      </span>
    </div>
  )
}

function Actions({ record }: { record: ShopOrderDetail }) {
  return (
    <>
      <Button type="button" look="quiet" onClick={() => print()}>
        <Printer aria-hidden />
        Print
      </Button>
      {record.allowed.unassign && (
        <>
          <LinkButton {...assignTarget(record.order.id, record.id)} look="quiet">
            Reassign
          </LinkButton>
          <Unassign record={record} />
        </>
      )}
    </>
  )
}

/** The first screen: what to do now, when, who makes it, where it goes, what it is and what the shop gets. */
function ShopOrderSummary({ record }: { record: ShopOrderDetail }) {
  const { order, shop } = record
  return (
    <Summary step={<ShopOrderStep record={record} />}>
      <PromisedFact {...order} assignment={assignmentState(record)} />
      <SummaryFact term="Shop">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Link className="link font-semibold" to="/admin/shops/$id" params={{ id: shop.id }}>
            {shop.name}
          </Link>
          {!shop.active && <StatusBadge status="inactive" />}
        </span>
        {shop.phone ? (
          <PhoneLink phone={shop.phone} />
        ) : (
          <span className="block text-muted">No phone on file</span>
        )}
      </SummaryFact>
      <RecipientFact
        name={order.recipientName}
        address={`${streetLine(order.address, order.unit)}\n${order.city}, ${order.state} ${order.zip}`}
        phone={order.recipientPhone}
      />
      <BouquetFact items={order.items} />
      <SummaryFact term="The shop gets">
        <b className="font-semibold tabular-nums">{formatMoney(shareOf(record))}</b>
      </SummaryFact>
    </Summary>
  )
}

/** Who ordered it, and what the shop has to know beside time and place. */
function AboutOrder({ order }: { order: ShopOrderDetail['order'] }) {
  return (
    <Card aria-labelledby="order">
      <CardTitle id="order" className="mb-3.5 flex flex-wrap items-center gap-x-2 gap-y-1">
        <Link className="link tabular-nums" to="/admin/orders/$id" params={{ id: order.id }}>
          {order.reference}
        </Link>
        <StatusBadge status={order.status} palette={ORDER_STATUS_COLOURS} />
        <StatusBadge status={order.paymentStatus} palette={PAYMENT_STATUS_COLOURS} />
      </CardTitle>
      <Facts>
        <Fact term="Customer">{order.customerName}</Fact>
        <Fact term="Customer’s phone">
          <PhoneLink phone={order.customerPhone} />
        </Fact>
        <Fact term="Customer’s email">
          <MailLink email={order.customerEmail} />
        </Fact>
      </Facts>
      <CardSubtitle>Delivery instructions</CardSubtitle>
      {order.deliveryInstructions ? (
        <p className="wrap-anywhere whitespace-pre-line">{order.deliveryInstructions}</p>
      ) : (
        <p className="text-muted">Not provided</p>
      )}
      <Wish preference={order.substitutionPreference} />
      <CardSubtitle>Card</CardSubtitle>
      {order.apologyNote ? (
        <div className="max-w-84">
          <NoteCard note={order.apologyNote} />
        </div>
      ) : (
        <p className="text-muted">No note. The flowers go without a card.</p>
      )}
    </Card>
  )
}

/** Where the shop is, and how to write to it. */
function AboutShop({ shop }: { shop: ShopOrderDetail['shop'] }) {
  return (
    <Card title="Shop">
      <Facts>
        <Fact term="Address">{`${shop.name}\n${shop.streetAddress}\n${shop.city}, ${shop.state} ${shop.zip}`}</Fact>
        <Fact term="Email">{shop.email && <MailLink email={shop.email} />}</Fact>
      </Facts>
    </Card>
  )
}
