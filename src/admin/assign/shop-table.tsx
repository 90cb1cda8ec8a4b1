import { formatDay } from '#domain/dates.ts'
import { describeOpenToday } from '#domain/opening-hours.ts'
import { acceptanceRate, onTimeRate } from '#domain/shop-ranking.ts'
import { isoDate } from '#domain/zoned-time.ts'
import { useNow } from '#src/admin/first-screen.tsx'
import { ShopOrderStatus } from '#src/admin/shop-orders/status.tsx'
import { DataTable } from '#src/admin/ui/data-table.tsx'
import { PhoneLink } from '#src/admin/ui/facts.tsx'
import type { Column } from '#src/admin/ui/table-cells.tsx'
import { WholeName } from '#src/admin/ui/truncate.tsx'
import { When } from '#src/admin/ui/when.tsx'
import type { AssignmentChoices, BulkChoices, ShopChoice } from './queries.ts'

type Market = BulkChoices['markets'][number]

type ShopTableProps = {
  market: Market
  /** The chosen shop's id. */
  value: string
  onChoose: (shopId: string) => void
  /** The columns about what is to be made, after those about the shop. */
  columns: readonly Column<ShopChoice>[]
  history?: AssignmentChoices['history']
  /** The keys `1` to `9` choose a shop here. */
  hasKeys?: boolean
}

/** The shops of a market, best first, one of which gets the order: the row is its radio button. */
export function ShopTable({
  market,
  value,
  onChoose,
  columns,
  history = [],
  hasKeys = false,
}: ShopTableProps) {
  const pick: Column<ShopChoice> = {
    id: 'pick',
    header: 'Key',
    quietHeader: true,
    width: 'image',
    phone: 'lead',
    cell: (shop) => (
      <label className="flex min-h-6 min-w-6 cursor-pointer items-center gap-2 after:absolute after:inset-0">
        <input
          type="radio"
          name="shop"
          className="size-5 flex-none accent-rose"
          aria-label={shop.name}
          value={shop.id}
          checked={shop.id === value}
          onChange={() => onChoose(shop.id)}
        />
        <kbd aria-hidden className="text-small text-muted tabular-nums pointer-coarse:hidden">
          {hasKeys && keyOf(market, shop)}
        </kbd>
      </label>
    ),
  }
  return (
    <div className="[&_tbody_tr]:scroll-my-4 max-xl:[&_tbody_tr]:scroll-mb-36 [&_tbody_tr]:has-checked:bg-blush [&_tbody_tr:hover]:not-has-checked:bg-ink/3 forced-colors:[&_tbody_tr]:has-checked:outline-2">
      <DataTable
        label="Shop"
        columns={[pick, shopColumn(history), ...columns, ...RECORD_COLUMNS]}
        rows={market.shops}
        rowKey={({ id }) => id}
        linkColumn="shop"
        empty={<p className="text-muted">No shops available in this market</p>}
      />
      {market.shops.some(({ miles }) => miles !== null) && (
        <p className="mt-1.5 text-label text-muted">
          Best first; of equals the nearest. Miles are a straight line between the middles of the ZIP codes.
        </p>
      )}
    </div>
  )
}

/** The key that chooses a shop: `1` to `9`. */
function keyOf({ shops }: Market, shop: ShopChoice): string {
  const number = shops.indexOf(shop) + 1
  return number <= 9 ? String(number) : ''
}

function shopColumn(history: AssignmentChoices['history']): Column<ShopChoice> {
  return {
    id: 'shop',
    header: 'Shop',
    cell: ({ id, name, phone, notifiable, emailOnly, miles, record, defaultPercentage }) => (
      <>
        <WholeName className="font-semibold">{name}</WholeName>
        <span className="flex flex-wrap gap-x-2">
          {phone && (
            <span className="relative z-1">
              <PhoneLink phone={phone} />
            </span>
          )}
          {miles !== null && <span className="text-muted tabular-nums">{milesText(miles)}</span>}
          {!notifiable && <span className="text-tone-red">no email</span>}
          {notifiable && emailOnly && <span className="text-muted">Email only</span>}
        </span>
        <LastAnswer earlier={history.find(({ shopId }) => shopId === id)} />
        <Figures record={record} share={defaultPercentage} />
      </>
    ),
  }
}

const milesText = (miles: number) => (miles === 0 ? 'same ZIP' : `${miles.toFixed(1)} mi`)

/** Its record and share, as a phone shows them. */
function Figures({ record, share }: Pick<ShopChoice, 'record'> & { share: number }) {
  const [acceptance, onTime] = [acceptanceRate(record), onTimeRate(record)]
  const figures = [
    acceptance !== null && `accepts ${percentOf(acceptance)}`,
    onTime !== null && `on time ${percentOf(onTime)}`,
    `gets ${share}%`,
  ]
  return (
    <span className="block text-label wrap-normal text-muted whitespace-normal md:hidden">
      {figures.filter(Boolean).join(' · ')}
    </span>
  )
}

/** The last answer of a shop to this order. */
function LastAnswer({ earlier }: { earlier: AssignmentChoices['history'][number] | undefined }) {
  if (!earlier) return null
  return (
    <span className="mt-0.5 flex flex-wrap items-center gap-x-2">
      <ShopOrderStatus {...earlier} />
      {earlier.answeredAt && (
        <span className="text-label text-muted">
          <When at={earlier.answeredAt} />
        </span>
      )}
    </span>
  )
}

const RECORD_COLUMNS: readonly Column<ShopChoice>[] = [
  {
    id: 'acceptance',
    header: 'Accepts',
    width: 'rate',
    phone: 'hidden',
    align: 'end',
    cell: ({ record }) => percent(acceptanceRate(record)),
  },
  {
    id: 'on-time',
    header: 'On time',
    width: 'rate',
    phone: 'hidden',
    align: 'end',
    cell: ({ record }) => percent(onTimeRate(record)),
  },
  {
    id: 'share',
    header: 'Share',
    width: 'rate',
    phone: 'hidden',
    align: 'end',
    cell: ({ defaultPercentage }) => `${defaultPercentage}%`,
  },
]

const percentOf = (rate: number) => `${Math.round(rate * 100)}%`

/** `92%`; a dash for a shop that has no record yet. */
const percent = (rate: number | null) => (rate === null ? '–' : percentOf(rate))

/** The columns about one order: whether the shop is open on its day, and what it has to make then. */
export function useOrderColumns(
  market: Pick<Market, 'hours' | 'timeZone'> | undefined,
  promisedBy: string,
): Column<ShopChoice>[] {
  const now = new Date(useNow())
  if (!market) return []
  const { timeZone } = market
  const day = new Date(promisedBy)
  const isToday = isoDate(day, timeZone) === isoDate(now, timeZone)
  const hours = market.hours && {
    opens: new Date(market.hours.opens),
    closes: new Date(market.hours.closes),
  }
  const open = describeOpenToday(hours, now, timeZone)
  return [
    {
      id: 'open',
      header: isToday ? 'Open today' : `Open ${formatDay(day, timeZone).replaceAll(' ', '\u00a0')}`,
      width: 'short',
      cell: ({ room }) => (
        <span className="block leading-[1.2] md:whitespace-normal">
          {room.day.limit === 0 ? 'closed' : open}
        </span>
      ),
    },
    {
      id: 'made',
      header: 'Made / left',
      width: 'number',
      align: 'end',
      cell: ({ room }) => <Places {...room} />,
    },
  ]
}

/** The bouquets that a shop has to make on the day, and the places that are left; in the hour where that is less. */
function Places({ day, hour, hasRoom }: ShopChoice['room']) {
  const inHour =
    hour.limit !== null && (day.limit === null || hour.limit - hour.taken < day.limit - day.taken)
  const { limit, taken } = inHour ? hour : day
  const left = limit === null ? 'no limit' : `${Math.max(0, limit - taken)} left`
  return (
    <span className="md:block md:text-right">
      <span className="max-md:after:content-['_/_']">{taken}</span>
      <span className={`md:block md:text-label ${hasRoom ? 'text-muted' : 'font-semibold text-tone-red'}`}>
        {`${left}${inHour ? ' this hour' : ''}`}
      </span>
    </span>
  )
}
