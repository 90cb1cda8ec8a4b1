import { US_STATES } from '#domain/postal-address.ts'
import { digits, ZIP_LENGTH } from '#domain/zip.ts'
import { SelectField, TextAreaField, TextField } from '#src/components/ui/field.tsx'
import type { WaitlistValues } from './request.ts'

type WaitlistFieldsProps = { values: WaitlistValues; errors: WaitlistValues }

/** The questions of the waitlist. */
export function WaitlistFields({ values, errors }: WaitlistFieldsProps) {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <input type="hidden" name="form" value="waitlist" />
      <TextField
        scope="waitlist"
        className="sm:col-span-2"
        label="Email"
        name="email"
        type="email"
        autoComplete="email"
        required
        defaultValue={values.email}
        error={errors.email}
      />
      <TextField
        scope="waitlist"
        label="City"
        name="city"
        autoComplete="address-level2"
        required
        minLength={2}
        defaultValue={values.city}
        error={errors.city}
      />
      <div className="grid grid-cols-[1.4fr_1fr] gap-4">
        <SelectField
          scope="waitlist"
          label="State"
          name="state"
          autoComplete="address-level1"
          required
          defaultValue={values.state ?? ''}
          error={errors.state}
        >
          <option value="">Choose</option>
          {US_STATES.map(({ code }) => (
            <option key={code}>{code}</option>
          ))}
        </SelectField>
        <TextField
          scope="waitlist"
          label="ZIP code"
          name="zipCode"
          inputMode="numeric"
          autoComplete="postal-code"
          pattern="[0-9]{5}"
          title="Five digits"
          required
          defaultValue={values.zipCode}
          error={errors.zipCode}
          onInput={({ currentTarget }) => {
            currentTarget.value = digits(currentTarget.value, ZIP_LENGTH)
          }}
        />
      </div>
      <TextAreaField
        scope="waitlist"
        className="sm:col-span-2"
        label="Your story"
        name="story"
        optional
        rows={3}
        hint="What happened? We read every one. We judge none."
        defaultValue={values.story}
        error={errors.story}
      />
    </div>
  )
}
