import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { describeOpeningHours } from '#domain/opening-hours.ts'
import { usZoneName } from '#domain/us-zones.ts'
import { ChangeHistory } from '#src/admin/ui/change-history.tsx'
import { DetailPage } from '#src/admin/ui/detail-page.tsx'
import { Fact, Facts } from '#src/admin/ui/facts.tsx'
import { StatusBadge } from '#src/admin/ui/status-badge.tsx'
import { When } from '#src/admin/ui/when.tsx'
import { byNow, calendarDate } from './calendar-date.ts'
import { marketDeletion } from './market-deletion.tsx'
import { MARKET_LABELS } from './market-labels.ts'
import { type MarketDetail as Market, marketQuery } from './queries.ts'
import { RightNow } from './right-now.tsx'
import { TellWaiting } from './tell-waiting.tsx'
import { zipGroups } from './zip-groups.ts'

const route = getRouteApi('/admin/markets/$id')

/** §2, Market detail. */
export function MarketDetail() {
  const { id } = route.useParams()
  return (
    <>
      <DetailPage
        list={{ label: 'Markets', to: '/admin/markets' }}
        query={useQuery(marketQuery(id))}
        missing="Market not found"
        title={({ name }) => name}
        edit={{ target: { to: '/admin/markets/$id/edit', params: { id } } }}
        deletion={marketDeletion}
      >
        {(market) => (
          <div className="sheets" data-columns="2">
            {/* On a phone the long list of codes stands below what changes from day to day. */}
            <div className="flex min-w-0 flex-col gap-5 max-lg:contents">
              <MarketFacts market={market} />
              <ZipCodes zipCodes={market.zipCodes} />
            </div>
            <div className="flex min-w-0 flex-col gap-5 max-lg:contents">
              <RightNow market={market} />
              <Shops shops={market.shops} />
              <div className="max-lg:order-2">
                <ChangeHistory changes={market.changes} labels={MARKET_LABELS} />
              </div>
            </div>
          </div>
        )}
      </DetailPage>
      <TellWaiting />
    </>
  )
}

function MarketFacts({ market }: { market: Market }) {
  return (
    <section className="sheet" aria-label="Market">
      <Facts>
        <Fact term="Name">{market.name}</Fact>
        <Fact term="Time zone">{usZoneName(market.timeZone)}</Fact>
        <Fact term="Opening hours">{describeOpeningHours(market.openingHours).replaceAll(', ', '\n')}</Fact>
        <Fact term="Closed dates">
          <ClosedDates dates={market.closedDates} zone={market.timeZone} />
        </Fact>
        <Fact term="Created">
          <When at={market.createdAt} />
        </Fact>
        <Fact term="Last updated">
          <When at={market.updatedAt} />
        </Fact>
      </Facts>
    </section>
  )
}

function ClosedDates({ dates, zone }: { dates: readonly string[]; zone: string }) {
  const { past, coming } = byNow(dates, zone)
  return (
    <>
      {coming.length > 0 ? (
        coming.map(calendarDate).join('\n')
      ) : (
        <span className="text-muted">None ahead</span>
      )}
      {past.length > 0 && (
        <details>
          <summary className="link">{past.length} past</summary>
          {past.map(calendarDate).join('\n')}
        </details>
      )}
    </>
  )
}

function ZipCodes({ zipCodes }: { zipCodes: readonly string[] }) {
  return (
    <section className="sheet max-lg:order-1" aria-labelledby="zip-codes">
      <h2 id="zip-codes" className="sheet-title">
        Service ZIP codes{' '}
        {zipCodes.length > 0 && (
          <span className="figures text-muted">{zipCodes.length.toLocaleString('en-US')}</span>
        )}
      </h2>
      {zipCodes.length === 0 ? (
        <p className="text-muted">No ZIP codes assigned to this market</p>
      ) : (
        <ul className="zip-groups">
          {zipGroups(zipCodes).map(({ prefix, zips }) => (
            <li key={prefix} className="figures zips">
              {zips.join(' ')}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Shops({ shops }: { shops: Market['shops'] }) {
  return (
    <section className="sheet" aria-labelledby="shops">
      <h2 id="shops" className="sheet-title">
        Shops
      </h2>
      {shops.length === 0 ? (
        <p className="text-muted">No shops in this market</p>
      ) : (
        <ul className="flex flex-col gap-2">
          {shops.map(({ id, name, active }) => (
            <li key={id} className="flex min-w-0 flex-wrap items-center justify-between gap-x-3">
              <Link className="link" to="/admin/shops/$id" params={{ id }}>
                {name}
              </Link>
              {!active && <StatusBadge status="inactive" />}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
