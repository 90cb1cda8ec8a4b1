import { type ReactNode, useState } from 'react'
import { NOTE_MAX } from '#domain/limits.ts'
import { US_STATES } from '#domain/postal-address.ts'
import { countTyped } from '#domain/text.ts'
import { digits, ZIP_LENGTH } from '#domain/zip.ts'
import { SelectField, TextAreaField, TextField } from '#src/components/ui/field.tsx'
import { NotServed } from '#src/components/ui/not-served.tsx'
import { maskPhone } from '#src/lib/phone-mask.ts'
import { NOT_SERVED } from './messages.ts'
import type { CheckoutValues } from './request.ts'

type FieldsProps = { values: CheckoutValues; errors: CheckoutValues }

function Part({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  return (
    <fieldset className="min-w-0">
      <legend className="display text-title">{title}</legend>
      <p className="mt-1 text-muted">{lead}</p>
      <div className="mt-5 grid grid-cols-1 gap-5">{children}</div>
    </fieldset>
  )
}

/** The buyer, who gets the emails. */
export function ContactFields({ values, errors }: FieldsProps) {
  return (
    <Part title="You" lead="The one with something to say.">
      <TextField
        label="Your name"
        name="name"
        autoComplete="name"
        required
        minLength={2}
        defaultValue={values.name}
        error={errors.name}
      />
      <TextField
        label="Email"
        name="email"
        type="email"
        inputMode="email"
        autoComplete="email"
        required
        defaultValue={values.email}
        error={errors.email}
      />
      <TextField
        label="Phone"
        name="phone"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        required
        hint="Only if something goes wrong with the delivery."
        placeholder="(555) 555-0123"
        defaultValue={values.phone}
        error={errors.phone}
        onInput={maskPhone}
      />
    </Part>
  )
}

type DeliveryFieldsProps = FieldsProps & { zip: string; checking: boolean; product: string }

/** Where the flowers go: somebody else's address, so the browser is not asked to fill in the buyer's. */
export function DeliveryFields({ values, errors, zip, checking, product }: DeliveryFieldsProps) {
  return (
    <Part title="Them" lead="The one who deserves to hear it.">
      <TextField
        label="Recipient’s name"
        name="recipientName"
        optional
        autoComplete="off"
        defaultValue={values.recipientName}
        error={errors.recipientName}
      />
      <TextField
        label="Recipient’s phone"
        name="recipientPhone"
        optional
        hint="Only for the delivery: the florist calls it if nobody opens."
        type="tel"
        inputMode="tel"
        autoComplete="off"
        defaultValue={values.recipientPhone}
        error={errors.recipientPhone}
        onInput={maskPhone}
      />
      <TextField
        label="Street address"
        name="address"
        autoComplete="off"
        required
        minLength={5}
        defaultValue={values.address}
        error={errors.address}
      />
      <TextField
        label="Apt, suite, floor"
        name="unit"
        optional
        autoComplete="off"
        defaultValue={values.unit}
        error={errors.unit}
      />
      <TextField
        label="City"
        name="city"
        autoComplete="off"
        required
        minLength={2}
        defaultValue={values.city}
        error={errors.city}
      />
      <div className="grid grid-cols-1 gap-5 lg:grid-cols-2">
        <SelectField
          label="State"
          name="state"
          autoComplete="off"
          required
          defaultValue={values.state ?? ''}
          error={errors.state}
        >
          <option value="">Choose a state</option>
          {US_STATES.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </SelectField>
        <TextField
          label="ZIP code"
          name="zip"
          inputMode="numeric"
          autoComplete="off"
          required
          pattern="[0-9]{5}"
          title="Five digits"
          defaultValue={values.zip}
          error={
            errors.zip === NOT_SERVED ? (
              <NotServed message={NOT_SERVED} zip={zip} product={product} />
            ) : (
              errors.zip
            )
          }
          aside={checking && <p className="hint">Checking…</p>}
          onInput={({ currentTarget }) => {
            currentTarget.value = digits(currentTarget.value, ZIP_LENGTH)
          }}
        />
      </div>
      <TextAreaField
        label="Delivery instructions"
        name="instructions"
        optional
        hint="Buzzer, doorman, dog. Whatever a florist with full arms should know."
        rows={2}
        defaultValue={values.instructions}
        error={errors.instructions}
      />
    </Part>
  )
}

/** The apology note, on its card. */
export function CardFields({ values, errors }: FieldsProps) {
  const [length, setLength] = useState(countTyped(values.note ?? ''))
  const left = NOTE_MAX - length
  return (
    <Part title="The card" lead="It goes with the flowers, word for word.">
      <TextAreaField
        letter
        label="Apology note"
        name="note"
        optional
        hint={`Up to ${NOTE_MAX} characters. “I was wrong” takes eleven.`}
        rows={4}
        defaultValue={values.note}
        error={errors.note}
        onInput={({ currentTarget }) => setLength(countTyped(currentTarget.value))}
        aside={
          <p className="hint text-right tabular-nums">
            <span aria-hidden="true" className={left < 0 ? 'text-rose-deep' : ''}>
              {`${length} / ${NOTE_MAX}`}
            </span>
            <span className="sr-only" role="status">
              {left < 0 ? `${-left} characters too many` : left <= 20 && `${left} characters left`}
            </span>
          </p>
        }
      />
    </Part>
  )
}
