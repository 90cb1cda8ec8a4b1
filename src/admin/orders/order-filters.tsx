import { getRouteApi } from '@tanstack/react-router'
import { ORDER_STATUSES, PAYMENT_STATUSES, statusLabel } from '#domain/order-status.ts'
import { ChoiceMenu, MenuSwitch } from '#src/admin/ui/choice-menu.tsx'
import { SortMenu } from '#src/admin/ui/sort-menu.tsx'

const route = getRouteApi('/admin/orders')

const ASSIGNMENTS = [
  { value: undefined, label: 'All Orders' },
  { value: 'assigned', label: 'Assigned Only' },
  { value: 'unassigned', label: 'Unassigned Only' },
] as const

const STATUSES = [
  { value: undefined, label: 'Any status' },
  ...ORDER_STATUSES.map((value) => ({ value, label: statusLabel(value) })),
] as const

const PAYMENTS = [
  { value: undefined, label: 'Any payment' },
  ...PAYMENT_STATUSES.map((value) => ({ value, label: statusLabel(value) })),
] as const

/** How the list can be ordered, the usual way first; each is a part of the address. */
const SORTS = [
  { sort: undefined, direction: undefined, label: 'Newest first' },
  { sort: undefined, direction: 'asc', label: 'Oldest first' },
  { sort: 'promised', direction: undefined, label: 'Promised soonest first' },
  { sort: 'promised', direction: 'desc', label: 'Promised latest first' },
] as const

/** The filter menu (§2) with its toggle for the split, and what else narrows or orders the list. */
export function OrderFilters() {
  const { assignment, status, payment, sort, direction, split } = route.useSearch()
  const navigate = route.useNavigate()
  const choose = (next: Partial<ReturnType<typeof route.useSearch>>) =>
    navigate({ search: (now) => ({ ...now, page: undefined, ...next }), resetScroll: false })
  return (
    <div className="list-filters">
      <ChoiceMenu
        label="Filter"
        options={ASSIGNMENTS}
        value={assignment}
        onChange={(next) => choose({ assignment: next })}
      >
        <MenuSwitch
          label="Show financial split"
          on={split === 'yes'}
          onChange={(on) =>
            navigate({
              search: (now) => ({ ...now, split: on ? ('yes' as const) : undefined }),
              resetScroll: false,
            })
          }
        />
      </ChoiceMenu>
      <ChoiceMenu
        label="Status"
        options={STATUSES}
        value={status}
        onChange={(next) => choose({ status: next })}
      />
      <ChoiceMenu
        label="Payment"
        options={PAYMENTS}
        value={payment}
        onChange={(next) => choose({ payment: next })}
      />
      <SortMenu ways={SORTS} now={{ sort, direction }} onChange={choose} />
    </div>
  )
}
