import type { CheckoutDraft } from '#src/lib/checkout-draft.ts'

/** The fields that follow the ZIP unless somebody typed them. Those of a prepared checkout count as typed. */
const FOLLOWING = ['city', 'state'] as const

/** Stands among the names of the typed fields, with what was filled in of those. */
const GIVEN = 'given '

export type Prepared = {
  attemptKey: string
  /** Names the checkout and its version; the kept form has it among the names of the typed fields. */
  mark: string
  /** The values with which the form was drawn, by field. */
  values: Readonly<Record<string, string>>
}

/**
 * The kept form of this tab as the page of a prepared checkout begins with it. Of another attempt nothing is left. After a change of
 * the checkout the buyer keeps what they typed, and gets the new values of the other fields.
 */
export function preparedDraft(
  kept: CheckoutDraft | null,
  { attemptKey, mark, values }: Prepared,
  gateZip: string | null,
): CheckoutDraft {
  const given = Object.fromEntries(
    FOLLOWING.flatMap((name) => (values[name] ? [[name, values[name]] as const] : [])),
  )
  const own = kept?.texts['attemptKey'] === attemptKey ? kept : null
  const typed = own?.typed ?? []
  if (own && typed.includes(mark)) return own
  const before = givenIn(typed.find((name) => name.startsWith(GIVEN)))
  // Names of fields have no spaces: the other entries are ours.
  const theirs = typed.filter(
    (name) => !name.includes(' ') && !(name in before && before[name] === own?.texts[name]),
  )
  const texts = Object.entries(own?.texts ?? {}).filter(([name]) => theirs.includes(name))
  return {
    gateZip: own?.gateZip ?? gateZip,
    texts: { ...values, ...Object.fromEntries(texts) },
    typed: [...new Set([...theirs, ...Object.keys(given)]), GIVEN + JSON.stringify(given), mark],
    askedToSign: own?.askedToSign,
  }
}

function givenIn(entry: string | undefined): Record<string, string> {
  return entry === undefined ? {} : JSON.parse(entry.slice(GIVEN.length))
}
