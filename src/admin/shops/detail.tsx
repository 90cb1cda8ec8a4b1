import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { describeCapacity, describeWeekdayCapacity, overbookedText } from '#domain/capacity-labels.ts'
import { statusLabel } from '#domain/order-status.ts'
import { RECORD_DAYS } from '#domain/shop-ranking.ts'
import { calendarDate } from '#src/admin/markets/dates.ts'
import { createdColumn, paymentColumn } from '#src/admin/orders/columns.tsx'
import { Banner } from '#src/admin/ui/banner.tsx'
import { Card, CardTitle, TwoColumns } from '#src/admin/ui/card.tsx'
import { ChangeHistory } from '#src/admin/ui/change-history.tsx'
import { DataTable } from '#src/admin/ui/data-table.tsx'
import { EmptyState } from '#src/admin/ui/empty-state.tsx'
import { QueryError } from '#src/admin/ui/error-banner.tsx'
import { Fact, Facts, MailLink, PhoneLink, Sum, Sums, TimeFact } from '#src/admin/ui/facts.tsx'
import { LinkButton } from '#src/admin/ui/link-button.tsx'
import { Pagination } from '#src/admin/ui/pagination.tsx'
import { RecordDetail } from '#src/admin/ui/record-detail.tsx'
import { StatusBadge } from '#src/admin/ui/status-badge.tsx'
import type { Column } from '#src/admin/ui/table-cells.tsx'
import { Truncate, WholeName } from '#src/admin/ui/truncate.tsx'
import { Phones } from './phones.tsx'
import { type OrderOfShop, ordersOfShopQuery, type ShopDetail as ShopDetailData } from './queries.ts'
import { SHOP } from './shared.tsx'

const route = getRouteApi('/admin/shops/$id')

export function ShopDetail() {
  const { page } = route.useSearch()
  return (
    <RecordDetail
      kind={SHOP}
      editLabel="Edit Shop"
      actions={({ id }) => (
        <LinkButton to="/admin/shops/$id/statement" params={{ id }} look="quiet">
          Statement
        </LinkButton>
      )}
    >
      {(shop) => (
        <>
          <Overbooked shop={shop} />
          <TwoColumns>
            <Card aria-label="Shop">
              <Facts>
                <Fact term="Name">{shop.name}</Fact>
                <Fact term="Market">
                  <Link className="link" to="/admin/markets/$id" params={{ id: shop.marketId }}>
                    {shop.marketName}
                  </Link>
                </Fact>
                <Fact term="Address">
                  {`${shop.streetAddress}\n${shop.city}, ${shop.stateCode} ${shop.zip}\n${shop.stateName}`}
                </Fact>
                <Fact term="Phone">{shop.phone && <PhoneLink phone={shop.phone} />}</Fact>
                <Fact term="Email">{shop.email && <MailLink email={shop.email} />}</Fact>
                <Fact term="Status">
                  {shop.active ? (
                    <StatusBadge status="active" />
                  ) : (
                    <StatusBadge status="inactive">Inactive: no new orders</StatusBadge>
                  )}
                </Fact>
                <Fact term="Shop share">{`${shop.defaultPercentage}%`}</Fact>
                <Fact term="Shoppers see its photos">{shop.showsPhotos ? 'Yes' : 'No'}</Fact>
                <Fact term="Takes texts">{shop.takesTexts ? 'Yes' : 'No'}</Fact>
                <Fact term="Bouquets per day">
                  {describeWeekdayCapacity(shop.weekdayCapacity)?.replaceAll(', ', '\n') ?? 'No limit'}
                </Fact>
                <Fact term="Bouquets per hour">{shop.hourlyCapacity ?? 'No limit'}</Fact>
                {shop.capacityDates.length > 0 && (
                  <Fact term="Special days">
                    {shop.capacityDates
                      .map(({ date, capacity }) => `${calendarDate(date)}: ${describeCapacity(capacity)}`)
                      .join('\n')}
                  </Fact>
                )}
                <TimeFact term="Created" at={shop.createdAt} />
                <TimeFact term="Last updated" at={shop.updatedAt} />
              </Facts>
            </Card>
            <div className="flex min-w-0 flex-col gap-5 max-lg:contents">
              <Record record={shop.record} />
              <Phones shop={shop} />
              <div className="max-lg:order-1">
                <ChangeHistory changes={shop.changes} labels={SHOP.labels} />
              </div>
            </div>
            <ShopOrders shopId={shop.id} page={page} />
          </TwoColumns>
        </>
      )}
    </RecordDetail>
  )
}

/** More is sold than can be made: the capacity was lowered, or somebody assigned more. */
function Overbooked({ shop: { name, marketName, overbooked } }: { shop: ShopDetailData }) {
  const lines = [
    ...overbooked.shop.map((day) => overbookedText(day, name)),
    ...overbooked.market.map((day) => `${marketName}, ${overbookedText(day, 'the market')}`),
  ]
  if (lines.length === 0) return null
  return (
    <Banner tone="butter" aria-label="More is sold than can be made">
      <TriangleAlert aria-hidden />
      <div className="min-w-0 flex-1 basis-48">
        <h2 className="font-text text-base tracking-normal">More is sold than can be made</h2>
        <ul>
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </div>
    </Banner>
  )
}

/** The outcomes of the orders that the shop was given lately. */
function Record({ record }: { record: ShopDetailData['record'] }) {
  const { offered, accepted, declined, silent, delivered, onTime } = record
  return (
    <Card title={`Last ${RECORD_DAYS} days`}>
      {offered === 0 ? (
        <p className="text-muted">No orders yet</p>
      ) : (
        <Sums>
          <Sum term="Offered">{offered}</Sum>
          <Sum term="Accepted">{accepted}</Sum>
          <Sum term="Declined">{declined}</Sum>
          <Sum term="No answer">{silent}</Sum>
          <Sum term="On time">{delivered === 0 ? 'None delivered yet' : `${onTime} of ${delivered}`}</Sum>
        </Sums>
      )}
    </Card>
  )
}

const columns: readonly Column<OrderOfShop>[] = [
  {
    id: 'customer',
    header: 'Customer',
    phone: 'topStart',
    cell: ({ customerName, orderReference }) => (
      <>
        <WholeName className="font-semibold">{customerName}</WholeName>
        <Truncate className="text-muted tabular-nums">{orderReference}</Truncate>
      </>
    ),
  },
  {
    id: 'status',
    header: 'Status',
    width: 'status',
    phone: 'topEnd',
    cell: ({ status, withdrawnAt }) => (
      <>
        <span>{statusLabel(status)}</span>
        {withdrawnAt && <Truncate className="text-label leading-[1.3] text-muted">Withdrawn</Truncate>}
      </>
    ),
  },
  paymentColumn,
  { ...createdColumn, header: 'Date', width: 'stamp', phone: 'bottomStart' },
  {
    id: 'details',
    header: 'Details',
    quietHeader: true,
    width: 'actions',
    phone: 'bottomEnd',
    cell: ({ id, orderReference }) => (
      <Link className="link whitespace-nowrap" to="/admin/shop-orders" search={{ id }}>
        View Details<span className="sr-only">{` of ${orderReference}`}</span>
      </Link>
    ),
  },
]

/** A shop's orders, five a page. */
function ShopOrders({ shopId, page }: { shopId: string; page: number | undefined }) {
  const query = useQuery(ordersOfShopQuery(shopId, page))
  return (
    // A table needs the whole width; on a phone it comes before the history.
    <section aria-labelledby="orders" className="min-w-0 lg:col-span-2 lg:row-start-2">
      <CardTitle id="orders">Orders</CardTitle>
      <QueryError query={query} fallback="Failed to load shop orders" />
      {(query.data || !query.isError) && (
        <DataTable
          label="Orders of this shop"
          columns={columns}
          rows={query.data?.rows}
          rowKey={({ id }) => id}
          skeletonRows={5}
          stale={query.isPlaceholderData}
          empty={<EmptyState title="No orders assigned to this shop yet" />}
        />
      )}
      {query.data && <Pagination info={query.data.info} stale={query.isPlaceholderData} />}
    </section>
  )
}
