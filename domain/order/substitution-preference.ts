/**
 * The buyer's wish for a flower that is missing: the florist's choice of equal value, to be asked first, or a refund. It is chosen
 * at the checkout; the first one is preset.
 */
export const SUBSTITUTION_PREFERENCES = ['florist', 'ask', 'refund'] as const
export type SubstitutionPreference = (typeof SUBSTITUTION_PREFERENCES)[number]
export const PRESET_PREFERENCE: SubstitutionPreference = 'florist'

/** The preference that a text names; the preset for any other, as from a form that did not ask. */
export function readPreference(text: string): SubstitutionPreference {
  return SUBSTITUTION_PREFERENCES.find((known) => known === text) ?? PRESET_PREFERENCE
}
