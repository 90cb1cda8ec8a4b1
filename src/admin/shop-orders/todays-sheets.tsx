import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import Printer from 'lucide-react/icons/printer'
import { ANY_READER, formatDay, formatMarketTime } from '#domain/dates.ts'
import { SITE } from '#domain/site.ts'
import { Standing } from '#src/admin/orders/columns.tsx'
import { Waiting } from '#src/admin/ui/admin-shell.tsx'
import { Card } from '#src/admin/ui/card.tsx'
import { EmptyState } from '#src/admin/ui/empty-state.tsx'
import { QueryError } from '#src/admin/ui/error-banner.tsx'
import { PageHeader } from '#src/admin/ui/page-header.tsx'
import { Button } from '#src/components/ui/button.tsx'
import { Sheet } from './print-sheet.tsx'
import { type ShopSheets, todaysSheetsQuery } from './queries.ts'

type SheetOrder = ShopSheets['sheets'][number]['order']

/** Today's sheets and cards, by shop: a list on the screen, everything on paper. */
export function TodaysSheets() {
  const query = useQuery(todaysSheetsQuery)
  const shops = query.data?.shops
  return (
    <>
      <PageHeader
        title="Today’s sheets"
        lead={shops ? summary(shops) : undefined}
        crumbs={[{ label: 'Shop Orders', to: '/admin/shop-orders' }]}
      >
        {shops && shops.length > 0 && (
          <Button type="button" onClick={() => print()}>
            <Printer aria-hidden />
            Print all
          </Button>
        )}
      </PageHeader>
      <QueryError query={query} fallback="Failed to load today’s sheets" />
      {!shops && !query.isError && <Waiting />}
      {shops?.length === 0 && (
        <EmptyState title="Nothing to print today">
          <p className="text-muted">
            Orders that are promised for today and not delivered yet show up here once a shop has them.
          </p>
        </EmptyState>
      )}
      {shops && shops.length > 0 && (
        <>
          <div className="grid grid-cols-1 gap-5">
            {shops.map((shop) => (
              <Card key={shop.id} title={`${shop.name} · ${countOf(shop.sheets.length)}`}>
                <ShopList shop={shop} />
              </Card>
            ))}
          </div>
          <div className="print-only">
            {shops.map((shop) => (
              <section key={shop.id} className="print-shop">
                <Cover shop={shop} />
                {shop.sheets.map((record) => (
                  <Sheet key={record.id} record={record} />
                ))}
              </section>
            ))}
          </div>
        </>
      )}
    </>
  )
}

function ShopList({ shop }: { shop: ShopSheets }) {
  return (
    <ul className="divide-y divide-line">
      {shop.sheets.map(({ id, order, status, situation, specialInstructions }) => (
        <li key={id} className="grid gap-x-5 gap-y-1 py-3 md:grid-cols-[8rem_9rem_minmax(0,1fr)]">
          <span className="tabular-nums">{timeOf(order)}</span>
          <span>
            <Link
              to="/admin/shop-orders/$id"
              params={{ id }}
              className="link inline-block min-h-6 tabular-nums"
            >
              {order.reference}
            </Link>
            {situation.look !== 'plain' && <Standing situation={situation} status={status} />}
          </span>
          <span className="min-w-0 wrap-anywhere">
            <span className="block">{bouquetOf(order)}</span>
            {[order.deliveryInstructions, specialInstructions].map(
              (text, at) =>
                text !== null && (
                  // biome-ignore lint/suspicious/noArrayIndexKey: always the same two
                  <b key={at} className="block font-semibold whitespace-pre-line">
                    {text}
                  </b>
                ),
            )}
            {order.apologyNote === null && <span className="block text-muted">No card message</span>}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** The first page of a shop: its sheets, to check them off. */
function Cover({ shop }: { shop: ShopSheets }) {
  return (
    <article className="print-cover">
      <header>
        <p className="print-brand">{SITE.brand}</p>
        <h2>{shop.name}</h2>
        <p>{`${daysOf([shop]).join(', ')}: ${countOf(shop.sheets.length)}`}</p>
      </header>
      <ol>
        {shop.sheets.map(({ id, order }) => (
          <li key={id}>
            <b>{timeOf(order)}</b>
            <span>{order.reference}</span>
            <span>{bouquetOf(order)}</span>
            <span>{cardOf(order)}</span>
          </li>
        ))}
      </ol>
    </article>
  )
}

/** The promised time by the market's clock; its day stands above. */
function timeOf({ promisedBy, timeZone }: SheetOrder): string {
  return formatMarketTime(new Date(promisedBy), timeZone, 'time', ANY_READER)
}

/** The piece of paper to cut out. */
function cardOf({ apologyNote, stopCode }: SheetOrder): string {
  if (apologyNote !== null) return 'Card'
  return stopCode === null ? 'No card' : 'Small card'
}

function bouquetOf({ items }: SheetOrder): string {
  return items.map(({ title, quantity }) => (quantity === 1 ? title : `${quantity} × ${title}`)).join(', ')
}

function summary(shops: readonly ShopSheets[]): string {
  const count = shops.reduce((sum, { sheets }) => sum + sheets.length, 0)
  if (count === 0) return 'Sheets and cards for the florists, by shop.'
  return `${daysOf(shops).join(', ')}: ${countOf(count)}, ${shops.length === 1 ? '1 shop' : `${shops.length} shops`}.`
}

/** `Sat Nov 28`; around midnight markets may have different days. */
function daysOf(shops: readonly ShopSheets[]): string[] {
  const days = shops.flatMap(({ sheets }) =>
    sheets.map(({ order }) => formatDay(new Date(order.promisedBy), order.timeZone)),
  )
  return [...new Set(days)]
}

const countOf = (count: number) => (count === 1 ? '1 order' : `${count} orders`)
