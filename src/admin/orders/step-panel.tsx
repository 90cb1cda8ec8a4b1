import Siren from 'lucide-react/icons/siren'
import type { NextAction } from '#domain/order/situation.ts'
import { assignTarget } from '#src/admin/assign/queries.ts'
import { SendLinkButton } from '#src/admin/shop-orders/florist-link.tsx'
import { Ago } from '#src/admin/ui/ago.tsx'
import { CallButton } from '#src/admin/ui/call-button.tsx'
import { LinkButton } from '#src/admin/ui/link-button.tsx'
import { When } from '#src/admin/ui/when.tsx'
import type { Elements } from '#src/components/ui/elements.ts'
import type { OrderDetail } from './queries.ts'

type Look = 'action' | 'quiet'
type ShopOrder = { id: string; shopName: string; shopPhone: string | null }

/** A situation as the API tells it. */
export type ToldSituation = OrderDetail['situation']

type StepPanelProps = {
  situation: ToldSituation
  orderId: string
  /** The one that has the order. */
  shopOrder: ShopOrder | null
  buyer: Pick<OrderDetail, 'customerName' | 'customerPhone'>
  /** A sentence more. */
  children?: Elements
  /** Actions that only this screen has. */
  own?: Partial<Record<NextAction, (look: Look) => Elements>>
}

const URGENT = 'border-rose bg-rose-tint text-rose-deep'
const OPEN = 'border-butter-line bg-butter-tint'

/** The next step: a sentence, and the buttons for it, the first of which stands out. */
export function StepPanel({ situation, children, ...rest }: StepPanelProps) {
  const { kind, look, who, actions, sentence } = situation
  const inDanger = kind === 'danger'
  const isOwners = who === 'owner'
  return (
    <section
      aria-label={inDanger ? 'Promise in danger' : 'Next step'}
      className={`flex flex-wrap items-center gap-x-5 gap-y-3 border-b px-4 py-3.5 md:px-5 ${!isOwners ? 'border-line' : look === 'red' ? URGENT : OPEN}`}
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
              {...rest}
              key={action}
              action={action}
              look={at === 0 && isOwners ? 'action' : 'quiet'}
            />
          ))}
        </div>
      )}
    </section>
  )
}

type StepButtonProps = Omit<StepPanelProps, 'situation' | 'children'> & {
  action: NextAction
  look: Look
  /** In a row of a list: what it is about, for those who do not see the row. */
  about?: string
}

/** The button of an action, or the way to the order's page where only that has it. */
export function StepButton({ action, look, orderId, shopOrder, buyer, own, about }: StepButtonProps) {
  const custom = own?.[action]
  if (custom) return custom(look)
  // What is read aloud begins with what can be seen.
  const nameOf = (text: string) => about && `${text} ${about}`
  if (action === 'assign' || action === 'reassign') {
    const text = action === 'assign' ? 'Assign to Shop' : 'Reassign'
    return (
      <LinkButton {...assignTarget(orderId, shopOrder?.id)} look={look} aria-label={nameOf(text)}>
        {text}
      </LinkButton>
    )
  }
  if (action === 'call_buyer') {
    return <CallButton name={buyer.customerName} phone={buyer.customerPhone} look={look} />
  }
  if (action === 'call') {
    return <CallButton name={shopOrder?.shopName ?? ''} phone={shopOrder?.shopPhone ?? ''} look={look} />
  }
  if (action === 'remind' && shopOrder) {
    return (
      <SendLinkButton id={shopOrder.id} look={look}>
        Remind by email
      </SendLinkButton>
    )
  }
  const text = ON_THE_ORDER[action]
  if (text === undefined || (look === 'quiet' && about === undefined)) return null
  return (
    <LinkButton to="/admin/orders/$id" params={{ id: orderId }} look={look} aria-label={nameOf(text)}>
      {text}
    </LinkButton>
  )
}

const ON_THE_ORDER: Partial<Record<NextAction, string>> = {
  refund: 'Refund',
  ask: 'Ask the buyer',
  settle: 'Open order',
}

type AskedProps = {
  situation: Pick<ToldSituation, 'kind'>
  shopName: string
  askedAt: string
  answerBy: string | null
  zone: string
}

const WHILE_ASKED: readonly string[] = ['asked', 'unreached', 'unseen', 'unanswered', 'danger']

/** When a florist was asked, and until when they have to answer, while that is what everybody waits for. */
export function Asked({ situation, shopName, askedAt, answerBy, zone }: AskedProps) {
  if (!WHILE_ASKED.includes(situation.kind)) return null
  return (
    <span className="block text-small">
      <span>{situation.kind === 'danger' ? `${shopName} was asked ` : 'Asked '}</span>
      <Ago at={askedAt} />
      {answerBy && (
        <span>
          <span>{' and has to answer by '}</span>
          <When at={answerBy} zone={zone} />
        </span>
      )}
      <span>.</span>
    </span>
  )
}
