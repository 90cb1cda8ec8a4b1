import { type FormEvent, useState } from 'react'
import { DEFAULT_SHOP_PERCENT } from '#domain/cost-split.ts'
import { SPECIAL_INSTRUCTIONS_MAX } from '#domain/limits.ts'
import { ErrorBanner } from '#src/admin/ui/error-banner.tsx'
import { UnsavedGuard } from '#src/admin/ui/unsaved-guard.tsx'
import { useSubmitOnce } from '#src/admin/ui/use-submit-once.ts'
import { Button } from '#src/components/ui/button.tsx'
import { TextAreaField } from '#src/components/ui/field.tsx'
import { ApiError } from '#src/lib/api.ts'
import { Breakdown } from './breakdown.tsx'
import { CostFields } from './cost-fields.tsx'
import { type Assigned, type AssignmentChoices, assignOrder } from './queries.ts'
import { judge, splitTexts } from './typed-split.ts'

type AssignFormProps = {
  order: AssignmentChoices['order']
  shop: { id: string; name: string }
  /** The shop order that is taken back in the same step. */
  replaces: string | undefined
  /** What the last shop was told with this order. */
  instructions: string
  done: boolean
  onDone: (answer: Assigned) => void
  /** The API knows something of this order that this screen does not know yet. */
  onRefused: () => Promise<void>
}

/** Who gets how much, and what the florist is told (§5, Cost allocation). */
export function AssignForm(props: AssignFormProps) {
  const { order, shop, replaces, instructions, done, onDone, onRefused } = props
  const { totalCents } = order
  const [typed, setTyped] = useState(() => splitTexts(totalCents, DEFAULT_SHOP_PERCENT))
  const [told, setTold] = useState(instructions)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const { split, ...judged } = judge(totalCents, typed)

  const assign = async () => {
    if (!split || done) return
    setBusy(true)
    setError(undefined)
    try {
      const request = { orderId: order.id, shopId: shop.id, totalCents, ...split }
      onDone(
        await assignOrder({
          ...request,
          specialInstructions: told,
          ...(replaces !== undefined && { replaces }),
        }),
      )
    } catch (thrown) {
      setError(thrown)
      if (thrown instanceof ApiError && thrown.status < 500) await onRefused()
    } finally {
      setBusy(false)
    }
  }
  const submitOnce = useSubmitOnce(assign)
  const submit = (event: FormEvent) => void submitOnce(event)

  return (
    <form className="sheet record-form" noValidate onSubmit={submit} aria-label="Confirm Assignment">
      {error !== undefined && <ErrorBanner error={error} fallback="Failed to assign order to shop" />}
      <CostFields totalCents={totalCents} typed={typed} judged={judged} disabled={done} onTyped={setTyped} />
      <Breakdown totalCents={totalCents} typed={typed} allocation={judged.allocation} />
      <TextAreaField
        name="specialInstructions"
        label="Special instructions"
        optional
        hint="The florist reads them with the order, and they are on the printed sheet."
        maxLength={SPECIAL_INSTRUCTIONS_MAX}
        rows={4}
        value={told}
        readOnly={done}
        onChange={({ target }) => setTold(target.value)}
      />
      <div className="form-actions">
        <Button busy={busy} disabled={!split || done}>
          {done ? 'Assignment Complete' : 'Confirm Assignment'}
        </Button>
      </div>
      <UnsavedGuard
        unsaved={() => !done && told !== instructions}
        title="Leave without assigning?"
        words="The order is not assigned yet, and what you wrote for the florist would be lost."
      />
    </form>
  )
}
