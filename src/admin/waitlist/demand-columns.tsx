import type { DemandAnswer } from '#api/waitlist/schema.ts'
import type { Column } from '#src/admin/ui/data-table.tsx'
import { Button } from '#src/components/ui/button.tsx'

type Zip = DemandAnswer['zips'][number]
type City = DemandAnswer['cities'][number]

/** @param most the longest bar's number */
export function cityColumns(most: number): readonly Column<City>[] {
  return [
    {
      id: 'city',
      header: 'City',
      cell: ({ city, state }) => (
        <>
          {city}, {state}
        </>
      ),
    },
    { id: 'waiting', header: 'Waiting', cell: ({ waiting }) => <Bar number={waiting} most={most} /> },
    {
      id: 'zips',
      header: 'ZIP codes',
      cell: ({ zips, servedZips }) => (
        <>
          {zips}
          {servedZips > 0 && (
            <span className="text-muted">, {servedZips === zips ? 'served' : `${servedZips} served`}</span>
          )}
        </>
      ),
    },
    ...outcome,
  ]
}

/** Whether people wait for a ZIP code that can be ordered to now. */
export function canBeTold({ market, waiting }: Zip): boolean {
  return market !== null && !market.paused && waiting > 0
}

/** @param onNotify asks whether to write to those who wait for this one */
export function zipColumns(most: number, onNotify: (zip: Zip) => void): readonly Column<Zip>[] {
  return [
    {
      id: 'zip',
      header: 'ZIP code',
      cell: ({ zipCode, city, state }) => (
        <>
          <span className="figures">{zipCode}</span>{' '}
          <span className="font-normal text-muted">
            {city}, {state}
          </span>
        </>
      ),
    },
    { id: 'waiting', header: 'Waiting', cell: ({ waiting }) => <Bar number={waiting} most={most} /> },
    {
      id: 'market',
      header: 'Served by',
      cell: ({ market }) =>
        market ? (
          <>
            {market.name}
            {market.paused && <span className="text-muted">, paused</span>}
          </>
        ) : (
          <span className="text-muted">Nobody yet</span>
        ),
    },
    ...outcome,
    {
      id: 'actions',
      header: 'Actions',
      quietHeader: true,
      cell: (zip) =>
        canBeTold(zip) ? (
          <div className="relative z-1 md:flex md:justify-end">
            <Button
              type="button"
              look="quiet"
              aria-label={`Notify those who wait for ${zip.zipCode}`}
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
  { id: 'notified', header: 'Told', align: 'end', cell: ({ notified }) => notified.toLocaleString('en-US') },
  {
    id: 'bought',
    header: 'Bought since',
    align: 'end',
    cell: ({ boughtSince }) => boughtSince.toLocaleString('en-US'),
  },
]

/** A number and how long it is beside the others. */
function Bar({ number, most }: { number: number; most: number }) {
  return (
    <span className="bar">
      <span className="figures">{number.toLocaleString('en-US')}</span>
      <span aria-hidden="true" style={{ width: `${(number / most) * 100}%` }} />
    </span>
  )
}
