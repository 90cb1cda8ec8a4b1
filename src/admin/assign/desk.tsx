import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useParams } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { PageInfo } from '#api/platform/database/paging-schema.ts'
import { listenToKeys } from '#src/admin/keyboard/shortcuts.ts'
import { unassignShop } from '#src/admin/shop-orders/queries.ts'
import { QueryError } from '#src/admin/ui/error-banner.tsx'
import { CheckLabel } from '#src/admin/ui/form-layout.tsx'
import { IgnoredNotice } from '#src/admin/ui/ignored-notice.tsx'
import { LinkButton } from '#src/admin/ui/link-button.tsx'
import { PageHeader } from '#src/admin/ui/page-header.tsx'
import { attempt, notify } from '#src/admin/ui/toasts.tsx'
import { OrderOnDesk } from './order-on-desk.tsx'
import {
  type Assigned,
  awaitingQuery,
  choicesQuery,
  type ShopChoice,
  WAITING,
  type Waiting,
} from './queries.ts'
import { Queue } from './queue.tsx'
import { useTakenByOthers } from './taken.ts'

const route = getRouteApi('/admin/assign-orders')

/** An assignment that was just made here, and can be undone. */
export type JustAssigned = { orderId: string; reference: string; shop: string; notified: boolean } & Pick<
  Assigned,
  'shopOrderId' | 'version'
>

const TITLES = { list: 'Assign Orders', select: 'Select Shop', confirm: 'Confirm Assignment' }

/**
 * The dispatch desk: on the left the orders that wait, on the right the one on the desk and the shops for it. Where there is
 * no room for both, the address says which part is shown, and a shop is chosen in steps.
 */
export function Desk() {
  const { orderId, shopId } = useParams({ strict: false })
  const { page, unpaid, replaces } = route.useSearch()
  const navigate = route.useNavigate()
  const cache = useQueryClient()
  const query = useQuery(awaitingQuery({ page, unpaid }))
  const rows = query.data?.rows
  const step = shopId ? 'confirm' : orderId ? 'select' : 'list'

  // The first order stays on the desk until one turns to another, whatever comes before it meanwhile.
  const [first, setFirst] = useState(rows?.[0]?.id)
  if (step === 'list' && first === undefined && rows?.[0]) setFirst(rows[0].id)
  if (step !== 'list' && first !== undefined) setFirst(undefined)
  const current = orderId ?? first

  const [assigned, setAssigned] = useState<readonly JustAssigned[]>([])
  const taken = useTakenByOthers(query.data, assigned)
  const follows = useRef(false)
  const onDesk = useRef(current)
  useEffect(() => {
    onDesk.current = current
  }, [current])

  // An address of its own: who has typed something for the order before is asked about leaving it.
  const turnTo = (id: string) => {
    follows.current = true
    return navigate({
      to: '/admin/assign-orders/select-shop/$orderId',
      params: { orderId: id },
      search: { page, unpaid },
      replace: step !== 'list',
    })
  }
  const open = (id: string | undefined) => {
    follows.current = true
    if (step === 'list') return setFirst(id)
    if (id !== undefined) return turnTo(id)
    return navigate({ to: '/admin/assign-orders', search: { page, unpaid }, replace: true })
  }
  const neighbour = (by: 1 | -1) => {
    const at = rows?.findIndex(({ id }) => id === current) ?? -1
    return rows?.[at < 0 ? 0 : at + by]?.id
  }
  const next = () => neighbour(1) ?? neighbour(-1)

  const onAssigned = async (answer: Assigned, shop: ShopChoice, reference: string) => {
    if (!current) return
    const following = next()
    leaveList(cache, current)
    // Taking back a reassignment would not bring the former shop back.
    if (replaces) notify.success('Order assigned to shop successfully')
    else setAssigned((now) => [{ ...answer, orderId: current, reference, shop: shop.name }, ...now])
    if (answer.aboveCapacity) notify.error(`${shop.name} has more than it can make then.`, 'Above capacity')
    // Whatever shows an order shows another one now: also what the next one's shops have to make.
    await cache.invalidateQueries({ refetchType: 'none' })
    if (following) await cache.prefetchQuery(choicesQuery(following))
    void query.refetch()
    // Meanwhile one may have turned to another order.
    if (onDesk.current === current) await open(following)
  }

  const undoing = useRef(false)
  const undo = async () => {
    const [last] = assigned
    if (!last || undoing.current) return
    undoing.current = true
    await attempt(async () => {
      await unassignShop(last.shopOrderId, { version: last.version })
      setAssigned((now) => now.filter(({ shopOrderId }) => shopOrderId !== last.shopOrderId))
      await cache.invalidateQueries()
      await open(last.orderId)
    }, 'Failed to unassign the order')
    undoing.current = false
  }

  const onTurn = useEffectEvent((by: 1 | -1) => {
    const id = neighbour(by)
    if (id) void turnTo(id)
  })
  const onUndo = useEffectEvent(() => void undo())
  useEffect(() => {
    const stop = listenToKeys({
      j: () => onTurn(1),
      k: () => onTurn(-1),
      // Goes to the users.
      'g u': () => {},
      u: () => onUndo(),
    })
    return stop
  }, [])

  const isDesk = step !== 'confirm'
  // Then the list has the whole width, to say so.
  const nothingWaits = !current && rows?.length === 0
  return (
    <>
      <PageHeader
        key={isDesk ? 'desk' : 'confirm'}
        title={TITLES[step]}
        wideTitle={isDesk ? TITLES.list : undefined}
        lead={isDesk && (query.data ? countText(query.data.info) : 'Orders that still need a florist.')}
        crumbs={step === 'list' ? [] : [{ label: TITLES.list, to: '/admin/assign-orders' }]}
      >
        {isDesk && (
          <CheckLabel className={step === 'list' ? '' : 'max-xl:hidden'}>
            <input
              type="checkbox"
              checked={unpaid === 'yes'}
              onChange={({ target }) =>
                navigate({
                  to: '/admin/assign-orders',
                  search: { unpaid: target.checked ? 'yes' : undefined },
                  resetScroll: false,
                })
              }
            />
            Include unpaid
          </CheckLabel>
        )}
        {step !== 'list' && (
          <LinkButton
            to="/admin/assign-orders"
            search={{ page, unpaid }}
            look="quiet"
            className={isDesk ? 'xl:hidden' : ''}
          >
            Back to List
          </LinkButton>
        )}
      </PageHeader>
      <IgnoredNotice also={query.data?.ignored} />
      <div className={step === 'list' ? '' : 'max-xl:hidden'}>
        <QueryError query={query} fallback="Failed to load orders awaiting assignment" />
      </div>
      <div
        className={
          nothingWaits
            ? ''
            : 'xl:grid xl:grid-cols-[17.5rem_minmax(0,1fr)] xl:items-start xl:gap-5 2xl:grid-cols-[21rem_minmax(0,1fr)]'
        }
      >
        <div className={step === 'list' ? '' : 'max-xl:hidden'}>
          {(query.data || !query.isError) && (
            <Queue
              page={query.data}
              stale={query.isPlaceholderData}
              current={current}
              unpaid={unpaid === 'yes'}
              taken={taken}
            />
          )}
        </div>
        <div className={step === 'list' ? 'max-xl:hidden' : ''}>
          {current && (
            <OrderOnDesk
              key={current}
              orderId={current}
              step={step === 'confirm' ? 'confirm' : 'select'}
              shopId={shopId}
              replaces={replaces}
              follows={follows.current}
              onAssigned={onAssigned}
              onNext={rows && rows.length > 0 ? () => open(next()) : undefined}
              assigned={assigned[0]}
              onUndo={undo}
            />
          )}
        </div>
      </div>
    </>
  )
}

/** `N order(s) pending`. */
function countText({ total, capped }: PageInfo) {
  return `${total.toLocaleString('en-US')}${capped ? '+' : ''} order(s) pending`
}

/** Takes an order from the lists of those that wait, ahead of the API's next answer. */
function leaveList(cache: QueryClient, orderId: string): void {
  cache.setQueriesData<Waiting>({ queryKey: WAITING }, (page) => {
    if (!page?.rows.some(({ id }) => id === orderId)) return page
    const { info } = page
    return {
      ...page,
      rows: page.rows.filter(({ id }) => id !== orderId),
      info: { ...info, total: info.total - 1 },
    }
  })
}
