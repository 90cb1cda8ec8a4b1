import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import Printer from 'lucide-react/icons/printer'
import { SHOP_ORDER_FILTERS, type ShopOrderFilter } from '#domain/admin-lists.ts'
import { formatMoney } from '#domain/money.ts'
import { assignmentState } from '#domain/order/fulfilment.ts'
import { statusLabel } from '#domain/order-status.ts'
import {
  createdColumn,
  paymentColumn,
  promisedColumn,
  referenceColumn,
  Standing,
} from '#src/admin/orders/columns.tsx'
import { SavedViews } from '#src/admin/saved-views/saved-views.tsx'
import { ActionButton } from '#src/admin/ui/action-button.tsx'
import { ChoiceMenu } from '#src/admin/ui/choice-menu.tsx'
import { LinkButton } from '#src/admin/ui/link-button.tsx'
import { ListPage } from '#src/admin/ui/list-page.tsx'
import { type Selection, SelectionBar, useSelection } from '#src/admin/ui/selection.tsx'
import type { Column, TwoLines } from '#src/admin/ui/table-cells.tsx'
import { notify } from '#src/admin/ui/toasts.tsx'
import { WholeName } from '#src/admin/ui/truncate.tsx'
import { offerUndo } from '#src/admin/ui/undo.ts'
import { type ShopOrderRow, setShopOrderPayments, shopOrdersQuery } from './queries.ts'
import { shopOrderStatusLabel, shortId } from './status.tsx'

const route = getRouteApi('/admin/shop-orders')

const OTHER_WORDS: Partial<Record<ShopOrderFilter, string>> = {
  withdrawn: 'Withdrawn',
  'to-pay': 'Delivered, not paid',
  paid: 'Paid',
}

const FILTERS = [
  { show: undefined, label: 'All Shop Orders' },
  ...SHOP_ORDER_FILTERS.map((show) => ({ show, label: OTHER_WORDS[show] ?? statusLabel(show) })),
]

const columns: readonly Column<ShopOrderRow>[] = [
  {
    id: 'id',
    header: 'ID',
    width: 'short',
    phone: 'folded',
    cell: ({ id }) => <code className="whitespace-nowrap tabular-nums">{shortId(id)}</code>,
  },
  {
    id: 'shop',
    header: 'Shop',
    phone: 'bottomStart',
    cell: ({ shop }) => <WholeName>{shop}</WholeName>,
  },
  {
    ...referenceColumn,
    id: 'order',
    cell: ({ orderReference, isSample }) => referenceColumn.cell({ reference: orderReference, isSample }),
  },
  {
    id: 'status',
    header: 'Status',
    width: 'status',
    phone: 'bottomEnd',
    cell: ({ situation, ...row }) =>
      situation ? <Standing situation={situation} status={row.status} /> : shopOrderStatusLabel(row),
  },
  paymentColumn,
  {
    ...promisedColumn,
    cell: (row) =>
      promisedColumn.cell({
        ...row,
        status: row.orderStatus,
        paymentStatus: row.orderPaymentStatus,
        assignment: assignmentState(row),
      }),
  },
  {
    id: 'cost',
    header: 'Shop cost',
    align: 'end',
    width: 'amountBesideCustomer',
    phone: 'folded',
    cell: ({ shopCostCents }) => formatMoney(shopCostCents),
  },
  createdColumn,
]

/** The places of the columns where rows have two lines. */
const LINES: TwoLines = {
  tracks: 'md:grid-cols-[2.5rem_7.875rem_minmax(0,1fr)_7rem_8.25rem_6.75rem]',
  places: {
    select: 'md:row-span-2 md:col-start-1',
    order: 'md:[grid-area:1/2]',
    id: 'md:[grid-area:2/2]',
    shop: 'md:[grid-area:1/3]',
    cost: 'md:[grid-area:2/3] two-lines:text-left two-lines:*:justify-start two-lines:pl-1.5',
    status: 'md:[grid-area:1/4]',
    payment: 'md:[grid-area:2/4]',
    promised: 'md:row-span-2 md:col-start-5',
    created: 'md:row-span-2 md:col-start-6',
  },
}

const SORTS = [
  { sort: undefined, direction: undefined, label: 'Newest first' },
  { sort: undefined, direction: 'asc', label: 'Oldest first' },
  { sort: 'promised', direction: undefined, label: 'Promised soonest first' },
  { sort: 'promised', direction: 'desc', label: 'Promised latest first' },
  { sort: 'status', direction: undefined, label: 'Status, pending first' },
  { sort: 'status', direction: 'desc', label: 'Status, pending last' },
  { sort: 'payment', direction: undefined, label: 'Payment, pending first' },
  { sort: 'payment', direction: 'desc', label: 'Payment, paid first' },
  { sort: 'shop', direction: undefined, label: 'Shop, A to Z' },
  { sort: 'shop', direction: 'desc', label: 'Shop, Z to A' },
  { sort: 'cost', direction: 'desc', label: 'Shop cost, highest first' },
  { sort: 'cost', direction: undefined, label: 'Shop cost, lowest first' },
  { sort: 'order', direction: undefined, label: 'Order #, A to Z' },
  { sort: 'order', direction: 'desc', label: 'Order #, Z to A' },
  { sort: 'id', direction: undefined, label: 'ID, 0 to F' },
  { sort: 'id', direction: 'desc', label: 'ID, F to 0' },
]

export function ShopOrderList() {
  const { q, show, sort, direction, page, size } = route.useSearch()
  const query = useQuery(shopOrdersQuery({ q, show, sort, direction, page, size }))
  const selection = useSelection(query.data?.rows, ({ orderReference }) => orderReference)
  const tooMany = sort && query.data && query.data.sort !== sort && !query.isPlaceholderData
  return (
    <ListPage
      title="Shop Orders"
      lead={
        tooMany
          ? 'Too many to sort this way, so the newest come first. Try a longer search.'
          : 'Orders assigned to florists.'
      }
      actions={
        <LinkButton to="/admin/shop-orders/print" look="quiet">
          <Printer aria-hidden />
          Print today’s
        </LinkButton>
      }
      search={{ label: 'Search ID, order or shop', q }}
      filters={
        <div className="flex flex-wrap gap-2">
          <ChoiceMenu label="Show" options={FILTERS} />
          <ChoiceMenu label="Sort" options={SORTS} />
          <SavedViews list="shop-orders" />
        </div>
      }
      filterNames={['show']}
      query={query}
      failure="Failed to load shop orders"
      columns={[selection.column, ...columns]}
      lines={LINES}
      selectionBar={<PaySelected selection={selection} />}
      rowLink={({ id }) => ({ to: '/admin/shop-orders/$id', params: { id } })}
      linkColumn="order"
      empty={{
        title: 'No shop orders found',
        children: <p className="text-muted">Assign an order to a florist and it shows up here.</p>,
      }}
    />
  )
}

const FAILURE = 'Failed to update payment status'

/** Marks the chosen shop orders as paid. */
function PaySelected({ selection }: { selection: Selection<ShopOrderRow> }) {
  const { chosen, clear } = selection
  const cache = useQueryClient()
  const toPay = chosen.filter(({ paymentStatus }) => paymentStatus !== 'paid')
  if (chosen.length === 0) return null

  const mark = async (
    rows: readonly { id: string; version: number }[],
    paymentStatus: 'paid' | 'pending',
  ) => {
    const { results } = await setShopOrderPayments({
      paymentStatus,
      shopOrders: rows.map(({ id, version }) => ({ id, version })),
    })
    await cache.invalidateQueries()
    for (const { id, error } of results) if (error !== null) notify.error(`${shortId(id)}: ${error}`)
    return rows.filter(({ id }) => results.some((result) => result.id === id && result.error === null))
  }
  const pay = async () => {
    const paid = await mark(toPay, 'paid')
    clear()
    if (paid.length === 0) return
    offerUndo({
      about: `payments:${paid.map(({ id }) => id).join()}`,
      lines: [`${countOf(paid.length)} marked as paid`],
      failure: FAILURE,
      undo: async () => {
        const back = await mark(
          paid.map(({ id, version }) => ({ id, version: version + 1 })),
          'pending',
        )
        return [`${countOf(back.length)} marked as pending`]
      },
    })
  }
  const sum = toPay.reduce((cents, { shopCostCents }) => cents + shopCostCents, 0)
  return (
    <SelectionBar text={`${countOf(chosen.length)} selected`} onClear={clear}>
      <ActionButton disabled={toPay.length === 0} run={pay} failure={FAILURE}>
        {toPay.length === 0 ? 'All are paid' : `Mark as paid (${formatMoney(sum)})`}
      </ActionButton>
    </SelectionBar>
  )
}

const countOf = (count: number) => `${count} shop ${count === 1 ? 'order' : 'orders'}`
