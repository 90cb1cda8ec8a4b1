import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { listenToKeys } from '#src/admin/keyboard/shortcuts.ts'
import { Waiting } from '#src/admin/ui/admin-shell.tsx'
import { Banner } from '#src/admin/ui/banner.tsx'
import { EmptyState } from '#src/admin/ui/empty-state.tsx'
import { ErrorBanner } from '#src/admin/ui/error-banner.tsx'
import { LinkButton } from '#src/admin/ui/link-button.tsx'
import { Button } from '#src/components/ui/button.tsx'
import { ApiError } from '#src/lib/api.ts'
import { AssignForm, type Step } from './assign-form.tsx'
import { AssignedBanner, liveOf, NoFlorist, Replacing, SuccessBanner } from './banners.tsx'
import type { JustAssigned } from './desk.tsx'
import { OrderStrip } from './order-strip.tsx'
import {
  type Assigned,
  type AssignmentChoices,
  assignTarget,
  choicesQuery,
  type ShopChoice,
} from './queries.ts'

type OrderOnDeskProps = {
  orderId: string
  step: Step
  /** The shop of the address, which is to be confirmed. */
  shopId: string | undefined
  /** The shop order that is taken back in the same step. */
  replaces: string | undefined
  /** Another order lay here before. */
  follows: boolean
  onAssigned: (answer: Assigned, shop: ShopChoice, reference: string) => Promise<void>
  /** Puts the next order on the desk; undefined: there is none. */
  onNext: (() => void) | undefined
  /** The last assignment made here. */
  assigned: JustAssigned | undefined
  onUndo: () => Promise<void>
}

/** The order on the desk with the shops for it, or the reason why it needs none. */
export function OrderOnDesk(props: OrderOnDeskProps) {
  const query = useQuery(choicesQuery(props.orderId))
  if (query.data) return <OnDesk {...props} choices={query.data} />
  if (!query.isError) return <Waiting />
  const isMissing = query.error instanceof ApiError && query.error.status === 404
  return isMissing ? (
    <EmptyState title={props.shopId ? 'Order or shop not found' : 'Order not found'}>
      <LinkButton to="/admin/assign-orders" look="quiet">
        Back to List
      </LinkButton>
    </EmptyState>
  ) : (
    <ErrorBanner
      error={null}
      fallback="Error loading data. Please try again."
      busy={query.isFetching}
      onRetry={() => query.refetch()}
    />
  )
}

function OnDesk(props: OrderOnDeskProps & { choices: AssignmentChoices }) {
  const { choices, step, replaces, follows, onAssigned, onNext, assigned, onUndo } = props
  const { order, markets } = choices
  const [chosen, setChosen] = useState('')
  const [done, setDone] = useState<{ shop: string; notified: boolean }>()
  const [late, setLate] = useState(false)
  const { page, unpaid } = useSearch({ strict: false })
  const navigate = useNavigate()
  const cache = useQueryClient()
  const live = liveOf(choices)
  const shopId = props.shopId ?? chosen
  const isConfirm = step === 'confirm'

  const confirm = (shopId: string, replace: boolean) =>
    navigate({
      to: '/admin/assign-orders/confirm/$orderId/$shopId',
      params: { orderId: order.id, shopId },
      search: { page, unpaid, replaces },
      state: true,
      replace,
    })
  const choose = (id: string) => {
    setChosen(id)
    if (isConfirm && id !== '') void confirm(id, true)
  }

  // After this assignment the order is read again with a shop: that is no assignment by somebody else.
  const isTaken = !done && live !== undefined && live.shopOrderId !== replaces
  const isOver = !done && choices.refusal !== null
  const form = useKeys({ onNext: isTaken || isOver ? onNext : undefined })
  const hasShop = markets.some(({ shops }) => shops.some(({ id }) => id === shopId))

  return (
    <div ref={form} className="flex min-w-0 flex-col gap-4">
      <OrderStrip choices={choices} follows={follows} />
      {isOver && <NoFlorist choices={choices} />}
      {!isOver && isTaken && live && <AssignedBanner choices={choices} live={live} late={late} />}
      {(isOver || isTaken) && onNext && (
        <div>
          <Button type="button" onClick={onNext}>
            Next order
          </Button>
        </div>
      )}
      {!isOver && !isTaken && (
        <>
          {!done && replaces && <Replacing live={live} />}
          {done && <SuccessBanner {...done} />}
          {props.shopId && !hasShop ? (
            <EmptyState title="Order or shop not found">
              <p className="text-muted">The shop may be inactive now.</p>
              <LinkButton {...assignTarget(order.id)} look="quiet">
                Choose another shop
              </LinkButton>
            </EmptyState>
          ) : (
            <AssignForm
              choices={choices}
              step={step}
              shopId={shopId}
              onShop={choose}
              onContinue={() => void confirm(shopId, false)}
              replaces={live?.shopOrderId}
              done={done !== undefined}
              onAssigned={async (answer, shop) => {
                if (isConfirm) setDone({ shop: shop.name, notified: answer.notified })
                else await onAssigned(answer, shop, order.reference)
              }}
              onRefused={async () => {
                setLate(true)
                await cache.invalidateQueries({ queryKey: choicesQuery(order.id).queryKey })
              }}
            />
          )}
        </>
      )}
      <div role="status" className="max-xl:hidden">
        {assigned && (
          <Banner tone="stem" className="items-center py-2.5">
            <p className="min-w-0 flex-1 wrap-anywhere">
              <b className="font-semibold">Order assigned to shop successfully</b>
              <span>{` ${assigned.reference} to ${assigned.shop}. `}</span>
              <span>{assigned.notified ? '' : 'They have no email on file. Please call them.'}</span>
            </p>
            <Button type="button" look="quiet" onClick={onUndo}>
              Undo
            </Button>
          </Banner>
        )}
      </div>
    </div>
  )
}

/** The keys of the order on the desk: `1` to `9` choose a shop of the table, `Enter` assigns, or goes on where nothing is to be assigned. */
function useKeys({ onNext }: { onNext: (() => void) | undefined }) {
  const box = useRef<HTMLDivElement>(null)
  const onDigit = useEffectEvent((digit: number) => {
    const radio = box.current?.querySelectorAll<HTMLInputElement>('input[name=shop]')[digit - 1]
    if (!radio?.checkVisibility()) return
    radio.focus({ preventScroll: true })
    radio.closest('tr')?.scrollIntoView({ block: 'nearest' })
    radio.click()
  })
  const onEnter = useEffectEvent(({ target }: KeyboardEvent) => {
    // There it has a meaning of its own.
    if (target instanceof Element && target.closest('a:not([data-queued]),button,input,select,textarea'))
      return
    if (onNext) onNext()
    else box.current?.querySelector('form')?.requestSubmit()
  })
  useEffect(() => {
    const digits = Array.from({ length: 9 }, (_, at) => [String(at + 1), () => onDigit(at + 1)])
    const stop = listenToKeys({ ...Object.fromEntries(digits), Enter: onEnter })
    return stop
  }, [])
  return box
}
