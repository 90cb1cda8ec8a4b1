import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Banner } from '#src/admin/ui/banner.tsx'
import { CardTitle } from '#src/admin/ui/card.tsx'
import { ConfirmDialog } from '#src/admin/ui/confirm-dialog.tsx'
import { DataTable } from '#src/admin/ui/data-table.tsx'
import { EmptyState } from '#src/admin/ui/empty-state.tsx'
import { QueryError } from '#src/admin/ui/error-banner.tsx'
import { Numbers } from '#src/admin/ui/numbers.tsx'
import { PageHeader } from '#src/admin/ui/page-header.tsx'
import type { Column } from '#src/admin/ui/table-cells.tsx'
import { notify } from '#src/admin/ui/toasts.tsx'
import { Button } from '#src/components/ui/button.tsx'
import { demandQuery, notifyWaiting, WAITLIST, type WaitlistDemand } from './queries.ts'

/** As many as the API returns. */
const SHOWN = 100

/** Where people wait, and where to open next; who waits for a ZIP code that is served by now can be notified. */
export function Demand() {
  const query = useQuery(demandQuery)
  const { data } = query
  return (
    <>
      <PageHeader
        title="Where to open next"
        lead="Where people are waiting. Unserved places first, then by how many are waiting."
        crumbs={[{ label: 'Waitlist', to: '/admin/waitlist' }]}
      />
      <QueryError query={query} fallback="Failed to load the waitlist" />
      {(data || !query.isError) && <Shown demand={data} />}
    </>
  )
}

function Shown({ demand }: { demand: WaitlistDemand | undefined }) {
  const [asking, setAsking] = useState<Served>([])
  const most = (rows: readonly { waiting: number }[] = []) =>
    Math.max(1, ...rows.map(({ waiting }) => waiting))
  const served = (demand?.zips ?? []).filter(canBeNotified)
  const none = (
    <EmptyState title="Nobody is waiting">
      <p className="text-muted">People who ask for a ZIP code we don’t serve are counted here.</p>
    </EmptyState>
  )
  const cities = demand && openFirst(demand.cities, ({ zips, servedZips }) => servedZips === zips)
  const zips = demand && openFirst(demand.zips, ({ market }) => market !== null)
  if (demand && demand.zips.length === 0) return none
  return (
    <div className="flex flex-col gap-7">
      <Numbers
        numbers={NUMBERS.map(({ key, ...rest }) => {
          return { ...rest, value: demand?.all[key].toLocaleString('en-US') }
        })}
      />
      {served.length > 0 && <Ready served={served} onNotify={() => setAsking(served)} />}
      <section aria-labelledby="cities">
        <Heading id="cities" title="By city" rows={cities} />
        <DataTable
          label="Demand by city"
          columns={cityColumns(most(demand?.cities))}
          rows={cities}
          rowKey={({ city, state }) => `${city}, ${state}`}
          rowLink={({ city, state }) => ({ to: '/admin/waitlist', search: { q: `${city}, ${state}` } })}
          linkColumn="city"
          empty={none}
        />
      </section>
      <section aria-labelledby="zips">
        <Heading id="zips" title="By ZIP code" rows={zips} />
        <DataTable
          label="Demand by ZIP code"
          columns={zipColumns(most(demand?.zips), (zip) => setAsking([zip]))}
          rows={zips}
          rowKey={({ zipCode }) => zipCode}
          rowLink={({ zipCode }) => ({ to: '/admin/waitlist', search: { q: zipCode } })}
          linkColumn="zip"
          empty={none}
        />
      </section>
      <NotifyDialog served={asking} onClose={() => setAsking([])} />
    </div>
  )
}

/** Places that nobody serves before those that somebody does; else in the order they came in. */
function openFirst<Place>(places: readonly Place[], isServed: (place: Place) => boolean): readonly Place[] {
  return places.toSorted((a, b) => Number(isServed(a)) - Number(isServed(b)))
}

function Heading({ id, title, rows }: { id: string; title: string; rows: readonly unknown[] | undefined }) {
  return (
    <CardTitle id={id}>
      <span>{title}</span>
      {rows && rows.length >= SHOWN && (
        <span className="font-text text-small font-normal text-muted">{` the first ${SHOWN}`}</span>
      )}
    </CardTitle>
  )
}

/** People wait for ZIP codes that are served by now: they can be notified. */
function Ready({ served, onNotify }: { served: Served; onNotify: () => void }) {
  const people = served.reduce((sum, { waiting }) => sum + waiting, 0)
  return (
    <Banner tone="butter" className="*:self-center" role="status">
      <p className="min-w-0 flex-1 basis-60">
        {`${people === 1 ? '1 entry is' : `${people.toLocaleString('en-US')} entries are`} waiting for ${served.length === 1 ? 'a ZIP code' : `${served.length} ZIP codes`} we now serve. Nobody has notified them.`}
      </p>
      <Button type="button" onClick={onNotify}>
        {served.length === 1 ? 'Notify' : 'Notify all'}
      </Button>
    </Banner>
  )
}

const NUMBERS = [
  { key: 'waiting', term: 'Waiting', unit: 'not notified yet' },
  { key: 'notified', term: 'Notified', unit: 'that we deliver there now' },
  { key: 'boughtSince', term: 'Purchased since', unit: 'after they joined' },
] as const

type Zip = WaitlistDemand['zips'][number]
type City = WaitlistDemand['cities'][number]

/** @param most the longest bar's number */
function cityColumns(most: number): readonly Column<City>[] {
  return [
    {
      id: 'city',
      header: 'City',
      cell: ({ city, state }) => `${city}, ${state}`,
    },
    waitingColumn(most),
    {
      id: 'zips',
      header: 'ZIP codes',
      width: 'wideNumber',
      cell: ({ zips, servedZips }) => (
        <>
          <span>{zips}</span>
          {servedZips > 0 && (
            <span className="text-muted">{`, ${servedZips === zips ? 'served' : `${servedZips} served`}`}</span>
          )}
        </>
      ),
    },
    ...outcome,
  ]
}

/** True if people wait for a ZIP code that can be ordered to now. */
function canBeNotified({ market, waiting }: Zip): boolean {
  return market?.takesOrders === true && waiting > 0
}

/** @param onNotify asks whether to write to those who wait for this one */
function zipColumns(most: number, onNotify: (zip: Zip) => void): readonly Column<Zip>[] {
  return [
    {
      id: 'zip',
      header: 'ZIP code',
      width: 'zipPlace',
      cell: ({ zipCode, city, state }) => (
        <>
          <span className="tabular-nums">{zipCode}</span>
          <span className="font-normal text-muted">{` ${city}, ${state}`}</span>
        </>
      ),
    },
    waitingColumn(most),
    {
      id: 'market',
      header: 'Served by',
      cell: ({ market }) =>
        market ? (
          <>
            <span>{market.name}</span>
            {!market.takesOrders && <span className="text-muted">, takes no orders</span>}
          </>
        ) : (
          <span className="text-muted">No market yet</span>
        ),
    },
    ...outcome,
    {
      id: 'actions',
      header: 'Actions',
      quietHeader: true,
      phone: 'below',
      width: 'actions',
      cell: (zip) =>
        canBeNotified(zip) ? (
          <div className="relative z-1 md:flex md:justify-end">
            <Button
              type="button"
              look="quiet"
              aria-label={`Notify people waiting for ${zip.zipCode}`}
              onClick={() => onNotify(zip)}
            >
              Notify
            </Button>
          </div>
        ) : null,
    },
  ]
}

const outcome: readonly Column<Pick<Zip, 'notified' | 'boughtSince'>>[] = [
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
]

/** The number of those who wait and how long it is beside the others. @param most the longest bar's number */
function waitingColumn(most: number): Column<{ waiting: number }> {
  return {
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
  }
}

const NAMED = 5

/** ZIP codes that are served, with those who wait for them. */
type Served = readonly Zip[]

/** Asks before people are written to, since a mail cannot be taken back. Open while there is somebody to write to. */
function NotifyDialog({ served, onClose }: { served: Served; onClose: () => void }) {
  const cache = useQueryClient()
  const zipCodes = served.map(({ zipCode }) => zipCode)
  const waiting = served.reduce((sum, entry) => sum + entry.waiting, 0)
  const send = async () => {
    const { notified } = await notifyWaiting(zipCodes)
    notify.success(successText(notified))
    onClose()
    await cache.invalidateQueries({ queryKey: WAITLIST })
  }
  return (
    <ConfirmDialog
      open={served.length > 0}
      onOpenChange={(open) => !open && onClose()}
      title={zipCodes.length === 1 ? `Notify people waiting for ${zipCodes[0]}?` : 'Notify everyone waiting?'}
      action="Notify"
      onConfirm={send}
      failure="Failed to notify the waitlist"
    >
      <p>
        {`${waiting === 1 ? '1 entry is' : `${waiting.toLocaleString('en-US')} entries are`} waiting for ${listed(zipCodes)}. Each person gets one email that says we deliver there now, with a link to unsubscribe.`}
      </p>
      <p>Nobody is emailed twice. Sent emails can’t be recalled.</p>
    </ConfirmDialog>
  )
}

function successText(people: number): string {
  if (people === 0) return 'Everyone had already been notified'
  return people === 1 ? 'Notifying 1 person' : `Notifying ${people.toLocaleString('en-US')} people`
}

function listed(zipCodes: readonly string[]): string {
  const more = zipCodes.length - NAMED
  return `${zipCodes.slice(0, NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
