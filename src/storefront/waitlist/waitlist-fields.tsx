import { US_STATES } from '#domain/postal-address.ts'
import { digits, ZIP_LENGTH } from '#domain/zip.ts'
import { SelectField, TextAreaField, TextField } from '#src/components/ui/field.tsx'
import { HiddenFields } from '#src/components/ui/hidden-fields.tsx'
import type { WaitlistValues } from './request.ts'

type WaitlistFieldsProps = { values: WaitlistValues; errors: WaitlistValues }

/** The questions of the waitlist; of a checkout that ended at its ZIP also a line that says so, and hidden fields. */
export function WaitlistFields({ values, errors }: WaitlistFieldsProps) {
  const field = (name: keyof WaitlistValues) => ({
    scope: 'waitlist',
    name,
    defaultValue: values[name],
    error: errors[name],
  })
  const { productTitle, address } = values
  return (
    <>
      {productTitle && (
        <>
          <p className="text-muted wrap-anywhere">
            {`From your checkout: ${productTitle}${address ? `, to ${address.replace(/\.$/, '')}` : ''}.`}
          </p>
          <HiddenFields fields={{ productTitle, ...(address && { address }) }} />
        </>
      )}
      <div className="grid gap-5 sm:grid-cols-2">
        <input type="hidden" name="form" value="waitlist" />
        <TextField
          {...field('email')}
          className="sm:col-span-2"
          label="Email"
          type="email"
          autoComplete="email"
          required
        />
        <TextField {...field('city')} label="City" autoComplete="address-level2" required minLength={2} />
        <div className="grid grid-cols-[1.4fr_1fr] gap-4">
          <SelectField
            {...field('state')}
            label="State"
            autoComplete="address-level1"
            required
            defaultValue={values.state ?? ''}
            none="Choose"
            options={US_STATES.map(({ code }) => [code, code])}
          />
          <TextField
            {...field('zipCode')}
            label="ZIP code"
            inputMode="numeric"
            autoComplete="postal-code"
            pattern="[0-9]{5}"
            title="Five digits"
            required
            onInput={({ currentTarget }) => {
              currentTarget.value = digits(currentTarget.value, ZIP_LENGTH)
            }}
          />
        </div>
        <TextAreaField
          {...field('story')}
          className="sm:col-span-2"
          label="Your story"
          optional
          rows={3}
          hint="What happened? We read every one. We judge none."
        />
      </div>
    </>
  )
}
