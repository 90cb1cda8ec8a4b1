import { NOTE_MAX } from '#domain/limits.ts'
import { readPreference } from '#domain/order/substitution-preference.ts'
import { Button } from '#src/components/ui/button.tsx'
import { CardPreview } from '#src/components/ui/card-preview.tsx'
import { type DeliveryField, DeliveryFields } from '#src/components/ui/delivery-fields.tsx'
import { TextAreaField } from '#src/components/ui/field.tsx'
import { HelpButton } from '#src/components/ui/help-button.tsx'
import { HiddenFields } from '#src/components/ui/hidden-fields.tsx'
import { NotServed } from '#src/components/ui/not-served.tsx'
import { WishField } from '#src/components/ui/wish-field.tsx'
import type { Messages } from '#src/lib/form-data.ts'
import type { ManagedOrder, PersonalData } from '#src/lib/shop-api.ts'

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

/** The names by which the API changes them. */
const NAMES = {
  recipientName: 'recipientName',
  recipientPhone: 'recipientPhone',
  address: 'deliveryAddress',
  unit: 'deliveryUnit',
  city: 'deliveryCity',
  state: 'deliveryState',
  zip: 'deliveryZip',
  instructions: 'deliveryInstructions',
} as const satisfies Record<DeliveryField, keyof PersonalData>

/** The form for what the buyer may change until a florist accepts. It needs no script; with one, the card follows the note. */
export function ChangeForm({ token, order, personal, values, errors, isUnserved }: ChangeFormProps) {
  const field = (name: 'apologyNote' | (typeof NAMES)[DeliveryField]) => ({
    name,
    defaultValue: values ? (values[name] ?? '') : (personal[name] ?? ''),
    error: errors[name],
    autoComplete: 'off',
  })
  const note = field('apologyNote')
  const zip = field('deliveryZip')
  const notServed = isUnserved && zip.error && (
    <NotServed message={zip.error} zip={zip.defaultValue} product={order.bouquet} />
  )
  return (
    <form method="post" action="/manage" className="grid grid-cols-1 gap-5" noValidate>
      <HiddenFields
        fields={{ token, intent: 'change', fingerprint: values?.['fingerprint'] ?? order.fingerprint }}
      />
      <div className="grid grid-cols-1 gap-5 md:grid-cols-2">
        <CardPreview note={note.defaultValue} className="max-w-96" />
        <TextAreaField
          {...note}
          label="Apology note"
          optional
          hint={`Up to ${NOTE_MAX} characters. It goes on the card, word for word.`}
          rows={4}
          aside={<HelpButton />}
        />
      </div>
      <DeliveryFields
        field={(name) => (name === 'zip' && notServed ? { ...zip, error: notServed } : field(NAMES[name]))}
      />
      <WishField
        preference={
          values ? readPreference(values['substitutionPreference'] ?? '') : personal.substitutionPreference
        }
      />
      <Button type="submit">Save Changes</Button>
    </form>
  )
}
