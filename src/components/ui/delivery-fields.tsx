import type { ReactNode } from 'react'
import { US_STATES } from '#domain/postal-address.ts'
import { digits, ZIP_LENGTH } from '#domain/zip.ts'
import { maskPhone } from '#src/lib/phone-mask.ts'
import type { Elements } from './elements.ts'
import { SelectField, TextAreaField, TextField } from './field.tsx'

type FieldProps = { name: string; defaultValue: string | undefined; error: ReactNode; autoComplete?: string }

type DeliveryFieldsProps = {
  /** The name, value and message of a field. */
  field: (name: DeliveryField) => FieldProps
  /** The words beside the ZIP code. */
  zipAside?: Elements
}

/** `address` is the street. */
export type DeliveryField =
  | 'recipientName'
  | 'recipientPhone'
  | 'address'
  | 'unit'
  | 'city'
  | 'state'
  | 'zip'
  | 'instructions'

/** Where the flowers go: somebody else's address, so the browser is not asked to fill in the buyer's. */
export function DeliveryFields({ field, zipAside }: DeliveryFieldsProps) {
  const own = (name: DeliveryField) => ({ ...field(name), autoComplete: 'off' })
  const state = own('state')
  return (
    <>
      <TextField {...own('recipientName')} label="Recipient’s name" optional />
      <TextField
        {...own('recipientPhone')}
        label="Recipient’s phone"
        optional
        hint="Only for the delivery: the florist calls it if nobody opens."
        type="tel"
        inputMode="tel"
        onInput={maskPhone}
      />
      <div className="field-row">
        <TextField {...own('address')} label="Street address" required minLength={5} />
        <TextField {...own('unit')} label="Apt, suite, floor" optional />
      </div>
      <div className="field-row">
        <TextField {...own('city')} label="City" required minLength={2} />
        <SelectField
          {...state}
          defaultValue={state.defaultValue ?? ''}
          label="State"
          required
          none="Choose a state"
          options={US_STATES.map(({ code, name }) => [code, name])}
        />
        <TextField
          {...own('zip')}
          label="ZIP code"
          inputMode="numeric"
          required
          pattern="[0-9]{5}"
          title="Five digits"
          aside={zipAside}
          onInput={({ currentTarget }) => {
            currentTarget.value = digits(currentTarget.value, ZIP_LENGTH)
          }}
        />
      </div>
      <TextAreaField
        {...field('instructions')}
        label="Delivery instructions"
        optional
        hint="Buzzer, doorman, dog. Whatever a florist with full arms should know."
        rows={2}
      />
    </>
  )
}
