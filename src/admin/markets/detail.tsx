import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { useMemo, useState } from 'react'
import { formatDay, formatTime } from '#domain/dates.ts'
import { DELIVERY_OPTION_IDS, DELIVERY_OPTIONS, describePromise } from '#domain/delivery.ts'
import { noOrdersReason } from '#domain/market-orders.ts'
import { describeAnswerMinutes } from '#domain/market-promises.ts'
import { describeOpeningHours } from '#domain/opening-hours.ts'
import { usZoneName } from '#domain/time-zones.ts'
import { useNow } from '#src/admin/first-screen.tsx'
import { Card, CardTitle, TwoColumns } from '#src/admin/ui/card.tsx'
import { ChangeHistory } from '#src/admin/ui/change-history.tsx'
import { foldStyle } from '#src/admin/ui/class-names.ts'
import { Fact, Facts, TimeFact } from '#src/admin/ui/facts.tsx'
import { RecordDetail } from '#src/admin/ui/record-detail.tsx'
import { StatusBadge } from '#src/admin/ui/status-badge.tsx'
import { useAvailability } from '#src/lib/use-availability.ts'
import { byNow, calendarDate } from './dates.ts'
import { MarketDays } from './market-days.tsx'
import { type MarketDetail, marketDaysQuery } from './queries.ts'
import { sameDayText } from './same-day.ts'
import { hasFlorist, MARKET, MarketStatus } from './shared.tsx'
import { FOLDED_FROM, zipGroups } from './zips.ts'

export function MarketScreen() {
  return (
    <RecordDetail
      kind={MARKET}
      lead={(market) => (
        <MarketStatus
          market={{ ...market, hasFlorist: hasFlorist(market), hasZipCodes: market.zipCodes.length > 0 }}
        />
      )}
    >
      {(market) => (
        <TwoColumns>
          {/* On a phone the long list of codes stands below what changes from day to day. */}
          <div className="flex min-w-0 flex-col gap-5 max-lg:contents">
            <MarketFacts market={market} />
            <ZipCodes zipCodes={market.zipCodes} />
            <Shops shops={market.shops} />
          </div>
          <div className="flex min-w-0 flex-col gap-5 max-lg:contents">
            <RightNow market={market} />
            <MarketDays id={market.id} />
            <div className="max-lg:order-2">
              <ChangeHistory changes={market.changes} labels={MARKET.labels} />
            </div>
          </div>
        </TwoColumns>
      )}
    </RecordDetail>
  )
}

function MarketFacts({ market }: { market: MarketDetail }) {
  return (
    <Card aria-label="Market">
      <Facts>
        <Fact term="Name">{market.name}</Fact>
        <Fact term="Time zone">{usZoneName(market.timeZone)}</Fact>
        <Fact term="Opening hours">{describeOpeningHours(market.openingHours).replaceAll(', ', '\n')}</Fact>
        <Fact term="Closed dates">
          <ClosedDates dates={market.closedDates} zone={market.timeZone} />
        </Fact>
        <Fact term="Without a florist">
          {market.closedWithoutFlorist ? 'Closed until it has one' : 'Takes orders'}
        </Fact>
        <Fact term="Florist responses">
          {market.asksForAnswer
            ? `${market.assignsAutomatically ? 'Assigned automatically, with a deadline' : 'Required by a deadline'}\n${describeAnswerMinutes(market.answerMinutes).replaceAll(', ', '\n')}`
            : 'Not required'}
        </Fact>
        <Fact term="Until a florist looks">{ringText(market)}</Fact>
        <Fact term="Time to make and deliver">{`${market.fulfilmentMinutes} min`}</Fact>
        <Fact term="Promises in danger">
          {market.offersChoiceAfterMinutes === null
            ? `You ask the buyer, who has ${market.choiceHours} h to choose`
            : `The buyer is asked after ${market.offersChoiceAfterMinutes} min and has ${market.choiceHours} h to choose`}
        </Fact>
        <TimeFact term="Created" at={market.createdAt} />
        <TimeFact term="Last updated" at={market.updatedAt} />
      </Facts>
    </Card>
  )
}

/** `Text: after 30 s, call: never`. */
function ringText({ textAfterSeconds, callAfterSeconds }: MarketDetail): string {
  const after = (seconds: number | null) => (seconds === null ? 'never' : `after ${seconds} s`)
  return `Text: ${after(textAfterSeconds)}, call: ${after(callAfterSeconds)}`
}

function ClosedDates({ dates, zone }: { dates: readonly string[]; zone: string }) {
  const { past, coming } = byNow(dates, zone, useNow())
  return (
    <>
      {coming.length > 0 ? (
        <span>{coming.map(calendarDate).join('\n')}</span>
      ) : (
        <span className="text-muted">No upcoming closures</span>
      )}
      {past.length > 0 && (
        <details>
          <summary className="link">{`${past.length} past`}</summary>
          <span>{past.map(calendarDate).join('\n')}</span>
        </details>
      )}
    </>
  )
}

function ZipCodes({ zipCodes }: { zipCodes: readonly string[] }) {
  return (
    <Card className="max-lg:order-1" aria-labelledby="zip-codes">
      <CardTitle id="zip-codes">
        <span>{'Service ZIP codes '}</span>
        {zipCodes.length > 0 && (
          <span className="tabular-nums text-muted">{zipCodes.length.toLocaleString('en-US')}</span>
        )}
      </CardTitle>
      {zipCodes.length === 0 ? (
        <p className="text-muted">No ZIP codes assigned to this market</p>
      ) : (
        <ul className="flex flex-col gap-2.5">
          {[...zipGroups(zipCodes)].map(([area, zips]) => (
            <li key={area}>
              <details open={zipCodes.length < FOLDED_FROM}>
                <summary className={foldStyle}>
                  <ChevronRight aria-hidden />
                  <span>{area}</span>
                  <span className="font-normal text-muted tabular-nums">{zips.length}</span>
                </summary>
                <p className="[word-spacing:0.375em] tabular-nums">{zips.join(' ')}</p>
              </details>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function Shops({ shops }: { shops: MarketDetail['shops'] }) {
  return (
    <Card title="Shops">
      {shops === null || shops.length === 0 ? (
        <p className="text-muted">
          {shops === null ? 'Shop information not loaded' : 'No shops in this market'}
        </p>
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
    </Card>
  )
}

/** The view of shoppers in this market now, by the rule that the shop itself follows; it keeps itself true. */
function RightNow({ market }: { market: MarketDetail }) {
  const { timeZone, openingHours, closedDates, zipCodes } = market
  const isServed = hasFlorist(market)
  const pausedReason = noOrdersReason({ ...market, hasFlorist: isServed })
  const full = useQuery(marketDaysQuery(market.id)).data?.full ?? undefined
  const schedule = useMemo(
    () => ({ timeZone, openingHours, pausedReason, closedDates, full }),
    [timeZone, openingHours, pausedReason, closedDates, full],
  )
  const drawnAt = useNow()
  const [opened] = useState(() => new Date(drawnAt).toISOString())
  const [{ options }, now] = useAvailability(opened, schedule)
  return (
    <Card title="Right now">
      <p className="font-semibold">
        {pausedReason !== market.pausedReason ? 'Closed until it has a florist' : sameDayText(now, schedule)}
      </p>
      <p className="text-small text-muted">
        {`Local time: ${formatTime(now, timeZone)} on ${formatDay(now, timeZone)}`}
      </p>
      {pausedReason !== null && (
        <p className="mt-3">
          Shoppers see: <q>{pausedReason}</q>
        </p>
      )}
      {zipCodes.length === 0 && <p className="mt-3">No ZIP codes yet, so nobody can order here.</p>}
      {!isServed && pausedReason === null && (
        <p className="mt-3">No active shops, so orders wait for you to assign them, and no limit applies.</p>
      )}
      <dl className="mt-4 grid gap-2.5 border-t border-line pt-4">
        {DELIVERY_OPTION_IDS.map((id) => (
          <div key={id}>
            <dt className="font-medium">{DELIVERY_OPTIONS[id].label}</dt>
            <dd className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-small leading-normal text-muted">
              <StatusBadge status={options[id].open ? 'active' : 'inactive'}>
                {options[id].open ? 'Open' : 'Closed'}
              </StatusBadge>
              <span>
                {options[id].open
                  ? describePromise(id, now, timeZone)
                  : pausedReason === null && options[id].reason}
              </span>
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
