import * as z from 'zod'
import type { FormTree } from './form.ts'
import { invalid, type StripeProblem } from './problems.ts'

/** Reads parameters by a schema. Throws a StripeProblem that names the first parameter that is wrong, as Stripe does. */
export function readParams<Output>(schema: z.ZodType<Output>, tree: FormTree): Output {
  const result = schema.safeParse(tree, { reportInput: true })
  if (result.success) return result.data
  throw problemOf(result.error.issues)
}

/** A rule that is broken with one of Stripe's codes. */
const broken = (code: string, message: string) => ({ params: { code }, message })

export const text = z.string().min(1)

const NO_INTEGER = 'parameter_invalid_integer'
export const integer = text
  .refine((value) => /^-?\d{1,15}$/.test(value), broken(NO_INTEGER, 'Invalid integer'))
  .transform(Number)
export const nonNegativeInteger = integer.refine(
  (value) => value >= 0,
  broken(NO_INTEGER, 'Invalid non-negative integer'),
)
export const positiveInteger = integer.refine(
  (value) => value >= 1,
  broken(NO_INTEGER, 'This value must be greater than or equal to 1.'),
)

export const flag = z.enum(['true', 'false']).transform((value) => value === 'true')

export const webAddress = text.refine(
  (value) => /^https?:\/\//i.test(value) && URL.canParse(value),
  broken('url_invalid', 'Not a valid URL, with a scheme such as https'),
)

/** Addresses of this domain are refused although they have the right shape, for trying a refusal out. */
const REFUSED_DOMAIN = '@refused.example'

// Stripe takes ASCII only, no dot beside another one or at an end of the local part, no hyphen at an end of a label.
const EMAIL = /^[\x21-\x3f\x41-\x7e]+(?<!\.)@(?:[a-z0-9]+(?:-+[a-z0-9]+)*\.)+[a-z0-9]+(?:-+[a-z0-9]+)*$/i

export const email = text
  .max(512)
  .refine(
    (value) =>
      EMAIL.test(value) && !value.startsWith('.') && !value.includes('..') && !value.endsWith(REFUSED_DOMAIN),
    broken('email_invalid', 'Invalid email address'),
  )

/** A list: in a form its positions are names. */
export function listOf<Item extends z.ZodType>(item: Item) {
  return z.preprocess((value) => {
    if (typeof value !== 'object' || value === null) return value
    const positions = Object.entries(value).sort(([a], [b]) => Number(a) - Number(b))
    return positions.every(([name]) => /^\d+$/.test(name)) ? positions.map(([, entry]) => entry) : value
  }, z.array(item))
}

/** At most 50 keys of 40 characters with values of 500. An empty value unsets its key; `metadata=` unsets all. */
export const metadata = z
  .preprocess((value) => (value === '' ? {} : value), z.record(z.string().max(40), z.string().max(500)))
  .refine((entries) => Object.keys(entries).length <= 50, 'You can specify up to 50 keys.')
  .transform((entries) => Object.fromEntries(Object.entries(entries).filter(([, value]) => value !== '')))

export const expand = listOf(text).default([])

function problemOf(issues: z.core.$ZodIssue[]): StripeProblem {
  const issue = issues.find(({ code }) => code === 'unrecognized_keys') ?? issues[0]
  if (!issue) return invalid('The request could not be read.')
  if (issue.code === 'unrecognized_keys') {
    const names = issue.keys.map((key) => parameterName([...issue.path, key]))
    const plural = names.length > 1 ? 's' : ''
    return invalid(`Received unknown parameter${plural}: ${names.join(', ')}`, {
      code: 'parameter_unknown',
      param: names[0] ?? '',
    })
  }
  const param = parameterName(issue.path)
  return invalid(...wordsFor(issue, param))
}

/** Stripe's code and words where the shop or a developer goes by them; else what the schema says. */
function wordsFor(issue: z.core.$ZodIssue, param: string): [string, { code?: string; param: string }] {
  if (issue.code !== 'custom' && issue.input === undefined)
    return [`Missing required param: ${param}.`, { code: 'parameter_missing', param }]
  if (issue.code !== 'custom') return [`Invalid ${param}: ${issue.message}`, { param }]
  const code: unknown = issue.params?.['code']
  return [issue.message, { param, ...(typeof code === 'string' ? { code } : {}) }]
}

function parameterName(path: PropertyKey[]): string {
  const [first, ...rest] = path.map(String)
  return (first ?? '') + rest.map((step) => `[${step}]`).join('')
}
