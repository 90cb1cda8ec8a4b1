import { NOTE_MAX } from '#domain/limits.ts'
import { US_STATES } from '#domain/postal-address.ts'
import { Button } from '#src/components/ui/button.tsx'
import { SelectField, TextAreaField, TextField } from '#src/components/ui/field.tsx'
import { HiddenFields } from '#src/components/ui/hidden-fields.tsx'
import { NotServed } from '#src/components/ui/not-served.tsx'
import type { ManagedOrder, PersonalData } from '#src/lib/api.ts'
import type { Messages } from '#src/lib/form-data.ts'

type ChangeFormProps = {
  token: string
  order: Pick<ManagedOrder, 'bouquet' | 'fingerprint'>
  personal: PersonalData
  /** The typed values; null: the order's own. */
  values: Partial<Record<string, string>> | null
  errors: Messages
  /** Nobody delivers to the ZIP that was typed. */
  isUnserved: boolean
}

type Field = Extract<keyof PersonalData, `delivery${string}` | `recipient${string}` | 'apologyNote'>

/** The form for what the buyer may change until a florist accepts. It needs no script. */
export function ChangeForm({ token, order, personal, values, errors, isUnserved }: ChangeFormProps) {
  const field = <Name extends Field>(name: Name) => ({
    name,
    defaultValue: values ? (values[name] ?? '') : (personal[name] ?? ''),
    error: errors[name],
    autoComplete: 'off',
  })
  const zip = field('deliveryZip')
  return (
    <form method="post" action="/manage" className="grid grid-cols-1 gap-5">
      <HiddenFields
        fields={{ token, intent: 'change', fingerprint: values?.['fingerprint'] ?? order.fingerprint }}
      />
      <TextAreaField
        {...field('apologyNote')}
        letter
        label="Apology note"
        optional
        hint={`Up to ${NOTE_MAX} characters. It goes on the card, word for word.`}
        rows={4}
      />
      <TextField {...field('recipientName')} label="Recipient’s name" optional />
      <TextField
        {...field('recipientPhone')}
        label="Recipient’s phone"
        optional
        hint="Only for the delivery: the florist calls it if nobody opens."
        type="tel"
        inputMode="tel"
      />
      <TextField {...field('deliveryAddress')} label="Street address" required minLength={5} />
      <TextField {...field('deliveryUnit')} label="Apt, suite, floor" optional />
      <TextField {...field('deliveryCity')} label="City" required minLength={2} />
      <div className="grid grid-cols-1 gap-5 lg:grid-cols-2">
        <SelectField {...field('deliveryState')} label="State" required>
          <option value="">Choose a state</option>
          {US_STATES.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </SelectField>
        <TextField
          {...zip}
          label="ZIP code"
          inputMode="numeric"
          required
          pattern="[0-9]{5}"
          title="Five digits"
          error={
            isUnserved && zip.error ? (
              <NotServed message={zip.error} zip={zip.defaultValue} product={order.bouquet} />
            ) : (
              zip.error
            )
          }
        />
      </div>
      <TextAreaField
        {...field('deliveryInstructions')}
        label="Delivery instructions"
        optional
        hint="Buzzer, doorman, dog. Whatever a florist with full arms should know."
        rows={2}
      />
      <Button type="submit">Save Changes</Button>
    </form>
  )
}
