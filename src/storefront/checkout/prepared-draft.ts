import type { CheckoutDraft } from '#src/lib/checkout-draft.ts'

/** The fields that follow the ZIP unless somebody typed them. Those of a prepared checkout count as typed. */
const FOLLOWING = ['city', 'state'] as const

/** Stands among the names of the typed fields, with what was prepared. */
const MARK = 'prepared '

export type Prepared = {
  attemptKey: string
  version: string
  /** What the form was drawn with, by field. */
  values: Readonly<Record<string, string>>
}

/**
 * The kept form of this tab as the page of a prepared checkout begins with it. Of another attempt nothing is left. After a change of
 * the checkout the buyer keeps what they typed, and gets the new values of the other fields.
 */
export function preparedDraft(
  kept: CheckoutDraft | null,
  { attemptKey, version, values }: Prepared,
  gateZip: string | null,
): CheckoutDraft {
  const given = Object.fromEntries(
    FOLLOWING.flatMap((name) => (values[name] ? [[name, values[name]] as const] : [])),
  )
  const mark = MARK + JSON.stringify({ version, given })
  const own = kept?.texts['attemptKey'] === attemptKey ? kept : null
  const typed = own?.typed ?? []
  if (own && typed.includes(mark)) return own
  const before = givenIn(typed.find((name) => name.startsWith(MARK)))
  const theirs = typed.filter(
    (name) => !name.startsWith(MARK) && !(name in before && before[name] === own?.texts[name]),
  )
  const texts = Object.entries(own?.texts ?? {}).filter(([name]) => theirs.includes(name))
  return {
    gateZip: own?.gateZip ?? gateZip,
    texts: { ...values, ...Object.fromEntries(texts) },
    typed: [...new Set([...theirs, ...Object.keys(given)]), mark],
    askedToSign: own?.askedToSign,
  }
}

function givenIn(mark: string | undefined): Record<string, string> {
  if (mark === undefined) return {}
  const { given }: { given: Record<string, string> } = JSON.parse(mark.slice(MARK.length))
  return given
}
