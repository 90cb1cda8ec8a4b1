import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import * as z from 'zod/mini'
import { outcomeFields } from '#api/delivery-attempts/schema.ts'
import {
  DELIVERY_OUTCOMES,
  type DeliveryOutcome,
  NEXT_STEP_LABELS,
  NEXT_STEPS,
  OUTCOME_RULES,
  type Outcome,
  outcomeProblems,
} from '#domain/delivery-attempts.ts'
import { zoneName } from '#domain/time-zones.ts'
import { localText } from '#domain/zoned-time.ts'
import type { Openable } from '#src/admin/lazy-part.tsx'
import { FormDialog } from '#src/admin/ui/form-dialog.tsx'
import { FormCheck, FormSelect, FormText } from '#src/admin/ui/form-fields.tsx'
import { SmallForm } from '#src/admin/ui/small-form.tsx'
import { linesAfter } from '#src/admin/ui/status-change.tsx'
import { notify } from '#src/admin/ui/toasts.tsx'
import { type AttemptVersion, correctAttempt, recordAttempt } from './queries.ts'

type AttemptDialogProps = Openable & {
  shopOrderId: string
  /** The attempt that is corrected; null: another one is recorded. */
  corrected: AttemptVersion | null
  /** The address of the order's buyer. */
  buyer: string
  /** The market's (IANA). */
  timeZone: string
  /** The shop order can become delivered with it. */
  mayDeliver: boolean
}

/** Asks what happened at the door: to record it, or to correct what was said. */
export function AttemptDialog(props: AttemptDialogProps) {
  const { corrected, mayDeliver, open, onOpenChange } = props
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={corrected ? 'Correct what happened' : 'What happened at the door?'}
      description={
        corrected
          ? 'The status stays as it is, and the history keeps both. No email goes.'
          : mayDeliver
            ? 'If nobody was there, the buyer of a paid order gets an email with the next step.'
            : 'The flowers count as delivered: no email goes.'
      }
    >
      <AttemptForm {...props} onDone={() => onOpenChange(false)} />
    </FormDialog>
  )
}

function AttemptForm(props: AttemptDialogProps & { onDone: () => void }) {
  const { shopOrderId, corrected, buyer, timeZone, mayDeliver, onDone } = props
  const cache = useQueryClient()
  const [start] = useState(() => startOf(corrected, timeZone))
  const keyOf = useContentKey()
  const send = async (values: Typed) => {
    const { alsoDelivered } = values
    const said = { ...outcomeOf(values), ...(corrected ? {} : { alsoDelivered }) }
    const request = { key: keyOf(said), ...said }
    try {
      if (corrected) {
        await correctAttempt(shopOrderId, corrected.id, request)
        notify.success('Outcome corrected')
      } else {
        const changed = await recordAttempt(shopOrderId, request)
        const owner = { what: 'Shop order', buyer, shop: null }
        const [, ...emails] = linesAfter(owner, 'delivered', changed)
        notify.success('Attempt recorded', ...emails)
      }
      onDone()
    } finally {
      await cache.invalidateQueries()
    }
  }
  return (
    <SmallForm<TypedInput, Typed>
      label={corrected ? 'Correct what happened' : 'What happened at the door'}
      schema={typed}
      start={start}
      send={send}
      submit={corrected ? 'Correct' : 'Record'}
      failure={corrected ? 'Failed to correct the attempt' : 'Failed to record the attempt'}
      onCancel={onDone}
    >
      <AttemptFields timeZone={timeZone} mayDeliver={mayDeliver && !corrected} />
    </SmallForm>
  )
}

function AttemptFields({ timeZone, mayDeliver }: { timeZone: string; mayDeliver: boolean }) {
  const { watch } = useFormContext<TypedInput>()
  const [outcome, nextStep] = [watch('outcome'), watch('nextStep')]
  const rule = isOutcome(outcome) ? OUTCOME_RULES[outcome].name : 'none'
  const isMissed = outcome === 'nobody'
  return (
    <>
      <FormSelect
        scope="attempt"
        name="outcome"
        label="What happened"
        required
        none="Choose what happened"
        options={DELIVERY_OUTCOMES.map((each) => [each, OUTCOME_RULES[each].label])}
      />
      {rule !== 'none' && (
        <FormText scope="attempt" name="name" label="Who took them" required={rule === 'needed'} />
      )}
      {isMissed && (
        <FormSelect
          scope="attempt"
          name="nextStep"
          label="What happens next"
          required
          none="Choose what happens next"
          options={NEXT_STEPS.map((step) => [step, NEXT_STEP_LABELS[step]])}
        />
      )}
      {isMissed && nextStep === 'second_attempt' && (
        <FormText
          scope="attempt"
          name="nextAt"
          label={`Second attempt by (${zoneName(timeZone)})`}
          type="datetime-local"
          required
        />
      )}
      {mayDeliver && isOutcome(outcome) && !isMissed && (
        <FormCheck
          name="alsoDelivered"
          label="Set the shop order to delivered"
          hint="The buyer gets an email that the flowers were delivered."
        />
      )}
    </>
  )
}

/** As it stands in the fields: a select without a choice has an empty text. */
const typed = z
  .object({
    outcome: outcomeFields.outcome,
    name: z.string(),
    nextStep: z.union([z.enum(NEXT_STEPS), z.literal('')]),
    nextAt: z.string(),
    alsoDelivered: z.boolean(),
  })
  .check(
    z.check(({ value, issues }) => {
      for (const { path, message } of outcomeProblems(outcomeOf(value))) {
        issues.push({ code: 'custom', path: [path], message, input: value[path] })
      }
    }),
  )
type Typed = z.infer<typeof typed>
type TypedInput = z.input<typeof typed>

/** Leaves out what is typed in fields that the outcome does not have. */
function outcomeOf({ outcome, name, nextStep, nextAt }: Omit<Typed, 'alsoDelivered'>): Outcome {
  const step = outcome === 'nobody' ? nextStep || null : null
  return {
    outcome,
    name: OUTCOME_RULES[outcome].name === 'none' ? null : name.trim() || null,
    nextStep: step,
    nextAt: step === 'second_attempt' ? nextAt || null : null,
  }
}

function startOf(corrected: AttemptVersion | null, timeZone: string): TypedInput {
  const { outcome, name, nextStep, nextAt } = corrected ?? NOTHING
  return {
    // Nothing is chosen yet: the schema asks for it.
    outcome: outcome as DeliveryOutcome,
    name: name ?? '',
    nextStep: nextStep ?? '',
    nextAt: nextAt === null ? '' : localText(new Date(nextAt), timeZone),
    alsoDelivered: false,
  }
}

const NOTHING = { outcome: '', name: null, nextStep: null, nextAt: null } as const

const isOutcome = (value: unknown): value is DeliveryOutcome =>
  DELIVERY_OUTCOMES.some((outcome) => outcome === value)

/** A key for each content: what is sent again after a lost answer has the same, what was changed meanwhile another. */
function useContentKey() {
  const sent = useRef({ key: '', content: '' })
  return (said: object): string => {
    const content = JSON.stringify(said)
    if (sent.current.content !== content) sent.current = { key: crypto.randomUUID(), content }
    return sent.current.key
  }
}
