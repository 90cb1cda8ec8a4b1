import { PREFERENCE_DETAILS, PREFERENCE_LABELS } from '#domain/order/substitution-messages.ts'
import {
  SUBSTITUTION_PREFERENCES,
  type SubstitutionPreference,
} from '#domain/order/substitution-preference.ts'
import { Radio, RadioCard } from './radio-card.tsx'

/** The buyer's wish for a flower that is missing, a card for each. Uncontrolled: it needs no script. */
export function WishFields({ preference }: { preference: SubstitutionPreference }) {
  return (
    <div className="grid grid-cols-1 gap-3">
      {SUBSTITUTION_PREFERENCES.map((value) => (
        <RadioCard key={value} className="flex items-start gap-3.5 px-4 py-3.5">
          <Radio
            name="substitutionPreference"
            value={value}
            labelledBy={`wish-${value}`}
            describedBy={`wish-${value}-detail`}
            defaultChecked={value === preference}
          />
          <span className="min-w-0 flex-1">
            <span id={`wish-${value}`} className="block font-semibold">
              {PREFERENCE_LABELS[value]}
            </span>
            <span id={`wish-${value}-detail`} className="block text-small text-muted">
              {PREFERENCE_DETAILS[value]}
            </span>
          </span>
        </RadioCard>
      ))}
    </div>
  )
}
