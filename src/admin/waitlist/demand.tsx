import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Banner } from '#src/admin/ui/banner.tsx'
import { DataTable } from '#src/admin/ui/data-table.tsx'
import { EmptyState } from '#src/admin/ui/empty-state.tsx'
import { QueryError } from '#src/admin/ui/error-banner.tsx'
import { Numbers } from '#src/admin/ui/numbers.tsx'
import { PageHeader } from '#src/admin/ui/page-header.tsx'
import type { Column, TwoLines } from '#src/admin/ui/table-cells.tsx'
import { WholeName } from '#src/admin/ui/truncate.tsx'
import { Button } from '#src/components/ui/button.tsx'
import { askToNotify, entriesWait, type WaitingZips } from './notify.tsx'
import { demandQuery, type WaitlistDemand } from './queries.ts'

const NUMBERS = [
  { key: 'waiting', term: 'Waiting', unit: 'not notified yet' },
  { key: 'notified', term: 'Notified', unit: 'that we deliver there now' },
  { key: 'boughtSince', term: 'Purchased since', unit: 'after they joined' },
] as const

/** Where people wait, and where to open next; who waits for a ZIP code that is served by now can be notified. */
export function Demand() {
  const query = useQuery(demandQuery)
  const { data } = query
  const cache = useQueryClient()
  const offer = (waiting: WaitingZips) => void askToNotify({ waiting }, cache)
  // Cities with a ZIP code that nobody serves come first; else they stay in the order of the API.
  const cities = data?.cities.toSorted((a, b) => Number(isServed(a)) - Number(isServed(b)))
  const served = readyIn(cities ?? [])
  return (
    <>
      <PageHeader
        title="Where to open next"
        lead="Where people are waiting. Unserved places first, then by how many are waiting."
        crumbs={[{ label: 'Waitlist', to: '/admin/waitlist' }]}
      />
      <QueryError query={query} fallback="Failed to load the waitlist" />
      {(data || !query.isError) && (
        <div className="flex flex-col gap-5">
          {cities?.length !== 0 && (
            <Numbers
              numbers={NUMBERS.map(({ key, ...rest }) => {
                return { ...rest, value: data?.all[key].toLocaleString('en-US') }
              })}
            />
          )}
          {served.length > 0 && (
            <Banner tone="butter" className="*:self-center" role="status">
              <p className="min-w-0 flex-1 basis-60">
                {`${entriesWait(served)} for ${served.length === 1 ? 'a ZIP code' : `${served.length} ZIP codes`} we now serve. Nobody has notified them.`}
              </p>
              <Button type="button" onClick={() => offer(served)}>
                {served.length === 1 ? 'Notify' : 'Notify all'}
              </Button>
            </Banner>
          )}
          <DataTable
            label="Demand by city"
            columns={columnsOf(cities ?? [], offer)}
            rows={cities}
            rowKey={nameOf}
            rowLink={(city) => ({ to: '/admin/waitlist', search: { q: nameOf(city) } })}
            linkColumn="city"
            lines={LINES}
            empty={
              <EmptyState title="Nobody is waiting">
                <p className="text-muted">People who ask for a ZIP code we don’t serve are counted here.</p>
              </EmptyState>
            }
          />
        </div>
      )}
    </>
  )
}

type City = WaitlistDemand['cities'][number]

const nameOf = ({ city, state }: City) => `${city}, ${state}`

const isServed = ({ zips }: City) => zips.every(({ market }) => market !== null)

/** The ZIP codes of some cities that people wait for and that can be ordered to now. */
function readyIn(cities: readonly City[]): WaitingZips {
  const ready = cities
    .flatMap(({ zips }) => zips)
    .filter(({ market, waiting }) => market?.takesOrders && waiting > 0)
  // A ZIP code counts once, however the city beside it is spelled.
  const byZip = Map.groupBy(ready, ({ zipCode }) => zipCode)
  return [...byZip].map(([zip, same]) => ({
    zip,
    count: same.reduce((sum, { waiting }) => sum + waiting, 0),
  }))
}

/** @param onNotify asks whether to write to those who wait for these */
function columnsOf(cities: readonly City[], onNotify: (zips: WaitingZips) => void): readonly Column<City>[] {
  const most = Math.max(1, ...cities.map(({ waiting }) => waiting))
  return [
    { id: 'city', header: 'City', width: 'place', cell: (city) => <WholeName>{nameOf(city)}</WholeName> },
    {
      id: 'waiting',
      header: 'Waiting',
      cell: ({ waiting }) => (
        <span className="grid w-full grid-cols-[2.75rem_minmax(0,1fr)] items-center">
          <span className="tabular-nums">{waiting.toLocaleString('en-US')}</span>
          <span
            aria-hidden="true"
            className="h-2 rounded-xs bg-rose forced-colors:bg-[CanvasText] forced-colors:forced-color-adjust-none"
            style={{ width: `${(waiting / most) * 100}%` }}
          />
        </span>
      ),
    },
    {
      id: 'zips',
      header: 'By ZIP code',
      // There may be as many as a city has: what does not fit is shown in full with the row.
      cell: ({ zips }) => zips.map(({ zipCode, waiting }) => `${zipCode} (${waiting})`).join(', '),
    },
    { id: 'market', header: 'Served by', cell: ({ zips }) => <ServedBy zips={zips} /> },
    {
      id: 'notified',
      header: 'Notified',
      align: 'end',
      width: 'number',
      cell: ({ notified }) => notified.toLocaleString('en-US'),
    },
    {
      id: 'bought',
      header: 'Purchased since',
      align: 'end',
      width: 'wideNumber',
      cell: ({ boughtSince }) => boughtSince.toLocaleString('en-US'),
    },
    {
      id: 'actions',
      header: 'Actions',
      quietHeader: true,
      phone: 'below',
      width: 'actions',
      cell: (city) => {
        const ready = readyIn([city])
        return (
          ready.length > 0 && (
            <div className="relative z-1 md:flex md:justify-end">
              <Button
                type="button"
                look="quiet"
                aria-label={`Notify people waiting in ${nameOf(city)}`}
                onClick={() => onNotify(ready)}
              >
                Notify
              </Button>
            </div>
          )
        )
      },
    },
  ]
}

/** The places of the columns where rows have two lines. */
const LINES: TwoLines = {
  tracks: 'md:grid-cols-[minmax(0,1.5fr)_minmax(0,1fr)_8.5rem_7rem]',
  places: {
    city: 'md:[grid-area:1/1]',
    market: 'md:[grid-area:2/1] two-lines:pl-4',
    waiting: 'md:[grid-area:1/2]',
    zips: 'md:[grid-area:2/2]',
    notified: 'md:[grid-area:1/3]',
    bought: 'md:[grid-area:2/3]',
    actions: 'md:row-span-2 md:col-start-4',
  },
}

/** The markets of a city's ZIP codes, and how many of the codes they serve where that is not all. */
function ServedBy({ zips }: Pick<City, 'zips'>) {
  const served = zips.flatMap(({ market }) => (market ? [market] : []))
  const names = new Set(
    served.map(({ name, takesOrders }) => (takesOrders ? name : `${name}, takes no orders`)),
  )
  if (served.length === 0) return <span className="text-muted">No market yet</span>
  return (
    <>
      <span>{[...names].join('; ')}</span>
      {served.length < zips.length && (
        <span className="text-muted">{` (${served.length} of ${zips.length})`}</span>
      )}
    </>
  )
}
