import { PREFERENCE_LABELS } from '#domain/order/substitution-messages.ts'
import {
  SUBSTITUTION_PREFERENCES,
  type SubstitutionPreference,
} from '#domain/order/substitution-preference.ts'
import { SelectField } from './field.tsx'

const OPTIONS = SUBSTITUTION_PREFERENCES.map((value) => [value, PREFERENCE_LABELS[value]] as const)

/** The buyer's wish for a flower that is missing. Uncontrolled: it needs no script. */
export function WishField({ preference }: { preference: SubstitutionPreference }) {
  return (
    <SelectField
      name="substitutionPreference"
      label="If a flower is missing"
      options={OPTIONS}
      defaultValue={preference}
    />
  )
}
