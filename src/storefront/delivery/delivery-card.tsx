import type { DeliveryOption } from '#domain/delivery.ts'
import { formatMoney } from '#domain/money.ts'
import { PromisedTime } from '#src/components/ui/promised-time.tsx'
import { Radio, RadioCard } from '#src/components/ui/radio-card.tsx'

type DeliveryCardProps = {
  option: DeliveryOption
  /** The promise as of today: `Today, Tue Jun 4, by 8 PM`. */
  promise: string
  /** Why it has closed since it was chosen. */
  reason: string | null
  open: boolean
  checked: boolean
  onChoose: () => void
}

/** A delivery window that can be chosen, or was: when, how soon, how much. */
export function DeliveryCard({ option, promise, reason, open, checked, onChoose }: DeliveryCardProps) {
  const { id, label, detail, feeCents } = option
  /** It was chosen, and has closed since. */
  const lost = checked && !open
  return (
    <RadioCard className="flex items-center gap-[min(1rem,4vw)] p-[min(1rem,4vw)] sm:px-6">
      <Radio
        name="deliveryOption"
        value={id}
        disabled={!open}
        checked={checked}
        onChoose={onChoose}
        labelledBy={`${id}-label`}
        describedBy={`${id}-fee ${id}-promise`}
      />
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-baseline justify-between gap-x-4">
          <span id={`${id}-label`} className="min-w-0 flex-1 basis-32">
            <span className="display text-title">{label}</span>
            {detail && (
              <span>
                {' '}
                <span className="inline-block text-muted">{`(${detail})`}</span>
              </span>
            )}
          </span>
          <span id={`${id}-fee`} className="shrink-0 strong tabular-nums">
            {feeCents === 0 ? (
              <span className="inline-flex items-center rounded-full bg-[#deebe3] px-2.5 py-0.75 text-[0.8125rem] leading-[1.4] font-semibold text-stem">
                Free
              </span>
            ) : (
              formatMoney(feeCents)
            )}
          </span>
        </span>
        <span
          id={`${id}-promise`}
          className={`mt-0.5 block tabular-nums ${lost ? 'text-rose-deep' : 'text-muted'}`}
        >
          {lost && <b className="strong">No longer available. </b>}
          {/* An element of its own: a browser that translates the page replaces text nodes, and React would not find it. */}
          <span>{open ? <PromisedTime text={promise} /> : reason}</span>
        </span>
      </span>
    </RadioCard>
  )
}

type ClosedOptionProps = {
  option: DeliveryOption
  /** Null: the message above the options says it. */
  reason: string | null
  /** The id of that message. */
  messageId: string
}

/** A delivery window that cannot be chosen now, in a line. */
export function ClosedOption({ option: { id, label, detail }, reason, messageId }: ClosedOptionProps) {
  return (
    <div className="flex cursor-not-allowed items-start gap-[min(1rem,4vw)] px-[min(1rem,4vw)] py-1.5 text-muted sm:px-6">
      <Radio
        name="deliveryOption"
        value={id}
        disabled
        labelledBy={`${id}-label`}
        describedBy={reason ? `${id}-reason` : messageId}
      />
      <span className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-4">
        <span id={`${id}-label`}>
          <span className="strong">{label}</span>
          {detail && (
            <span>
              {' '}
              <span className="inline-block">{`(${detail})`}</span>
            </span>
          )}
        </span>
        {reason && (
          <span id={`${id}-reason`} className="text-small tabular-nums">
            {reason}
          </span>
        )}
      </span>
    </div>
  )
}
