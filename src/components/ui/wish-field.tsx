import { PREFERENCE_LABELS } from '#domain/order/substitution-messages.ts'
import {
  SUBSTITUTION_PREFERENCES,
  type SubstitutionPreference,
} from '#domain/order/substitution-preference.ts'

/** The buyer's wish for a flower that is missing. Uncontrolled: it needs no script. Every choice is right, so that it has no error. */
export function WishField({ preference }: { preference: SubstitutionPreference }) {
  return (
    <div className="field">
      <label className="label" htmlFor="wish">
        If a flower is missing
      </label>
      <select id="wish" name="substitutionPreference" className="control" defaultValue={preference}>
        {SUBSTITUTION_PREFERENCES.map((value) => (
          <option key={value} value={value}>
            {PREFERENCE_LABELS[value]}
          </option>
        ))}
      </select>
    </div>
  )
}
