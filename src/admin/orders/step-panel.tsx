import Phone from 'lucide-react/icons/phone'
import Siren from 'lucide-react/icons/siren'
import type { NextAction, NextStep, Situation } from '#domain/order/next-step.ts'
import { phoneLink } from '#domain/phone.ts'
import { assignTarget } from '#src/admin/assign/queries.ts'
import { SendLinkButton } from '#src/admin/shop-orders/florist-link.tsx'
import { LinkButton } from '#src/admin/ui/link-button.tsx'
import type { Elements } from '#src/components/ui/elements.ts'

type Look = 'action' | 'quiet'
type ShopOrder = { id: string; shopName: string; shopPhone: string | null }

type StepPanelProps = {
  step: NextStep
  orderId: string
  /** The one that has the order. */
  shopOrder: ShopOrder | null
  /** Another sentence than that of the situation. */
  sentence?: string | undefined
  /** A sentence more. */
  children?: Elements
  /** Actions that only this screen has. */
  own?: Partial<Record<NextAction, (look: Look) => Elements>>
}

const SENTENCES: Readonly<Record<Exclude<Situation, 'danger'>, (shop: string) => string>> = {
  refund_due: () => 'The buyer’s money has to go back.',
  unpaid: () => 'Not paid yet. There is nothing to do until it is.',
  unassigned: () => 'No shop has it.',
  asked: (shop) => `Waiting for ${shop} to answer.`,
  unanswered: (shop) => `${shop} hasn’t answered.`,
  making: (shop) => `${shop} is making it. There is nothing to do.`,
  ready: (shop) => `${shop} has it ready to deliver. There is nothing to do.`,
  overdue: (shop) => `${shop} hasn’t delivered it.`,
  delivered: () => 'Delivered. There is nothing to do.',
  cancelled: () => 'Cancelled. There is nothing to do.',
  refunded: () => 'Refunded in full. There is nothing to do.',
}

const URGENT = 'border-rose bg-rose-tint text-rose-deep'
const OPEN = 'border-butter-line bg-butter-tint'
const TONES: Partial<Record<Situation, string>> = {
  danger: URGENT,
  overdue: URGENT,
  refund_due: OPEN,
  unassigned: OPEN,
  unanswered: OPEN,
}

/** The next step: a sentence, and the buttons for it, the first of which stands out. */
export function StepPanel(props: StepPanelProps) {
  const { step, orderId, shopOrder, children, own = {} } = props
  const { situation, actions } = step
  const inDanger = situation === 'danger'
  const sentence = props.sentence ?? (inDanger ? '' : SENTENCES[situation](shopOrder?.shopName ?? 'The shop'))
  return (
    <section
      aria-label={inDanger ? 'Promise in danger' : 'Next step'}
      className={`flex flex-wrap items-center gap-x-5 gap-y-3 border-b px-4 py-3.5 md:px-5 ${TONES[situation] ?? 'border-line'}`}
    >
      <div className="flex min-w-0 flex-[1_1_18rem] items-start gap-3 [&>svg]:mt-0.5 [&>svg]:size-5 [&>svg]:flex-none">
        {inDanger && <Siren aria-hidden />}
        <div className="min-w-0">
          {inDanger && (
            <h2 className="font-text text-label font-semibold tracking-normal">Promise in danger</h2>
          )}
          <p className="font-semibold wrap-anywhere">{sentence}</p>
          {children}
        </div>
      </div>
      {actions.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {actions.map((action, at) => (
            <StepButton
              key={action}
              action={action}
              look={at === 0 ? 'action' : 'quiet'}
              orderId={orderId}
              shopOrder={shopOrder}
              own={own}
            />
          ))}
        </div>
      )}
    </section>
  )
}

type StepButtonProps = Pick<StepPanelProps, 'orderId' | 'shopOrder' | 'own'> & {
  action: NextAction
  look: Look
}

function StepButton({ action, look, orderId, shopOrder, own }: StepButtonProps) {
  const custom = own?.[action]
  if (custom) return custom(look)
  if (action === 'assign') {
    return (
      <LinkButton {...assignTarget(orderId)} look={look}>
        Assign to Shop
      </LinkButton>
    )
  }
  if (!shopOrder) return null
  if (action === 'reassign') {
    return (
      <LinkButton {...assignTarget(orderId, shopOrder.id)} look={look}>
        Reassign
      </LinkButton>
    )
  }
  if (action === 'remind') {
    return (
      <SendLinkButton id={shopOrder.id} look={look}>
        Remind by email
      </SendLinkButton>
    )
  }
  if (action !== 'call' || shopOrder.shopPhone === null) return null
  return (
    <a
      className={`button tabular-nums ${look === 'quiet' ? 'button-quiet' : ''}`}
      href={phoneLink(shopOrder.shopPhone)}
    >
      <Phone aria-hidden />
      <span>{`Call ${shopOrder.shopPhone}`}</span>
    </a>
  )
}
