import * as z from 'zod'
import type { FormTree } from './form.ts'
import { invalid, type StripeProblem } from './problems.ts'

/** Reads parameters by a schema. Throws a StripeProblem that names the first parameter that is wrong, as Stripe does. */
export function readParams<Output>(schema: z.ZodType<Output>, tree: FormTree): Output {
  const result = schema.safeParse(tree, { reportInput: true })
  if (result.success) return result.data
  throw problemOf(result.error.issues)
}

/** A refusal inside a schema, with Stripe's code and message. */
export function refuse(context: z.core.$RefinementCtx, code: string, message: string): never {
  context.addIssue({ code: 'custom', message, params: { code } })
  return z.NEVER
}

export const text = z.string().min(1)

export const integer = text.transform((value, context) =>
  /^-?\d{1,15}$/.test(value)
    ? Number(value)
    : refuse(context, 'parameter_invalid_integer', `Invalid integer: ${value}`),
)

export const nonNegativeInteger = integer.superRefine((value, context) => {
  if (value < 0) refuse(context, 'parameter_invalid_integer', 'Invalid non-negative integer')
})

export const positiveInteger = integer.superRefine((value, context) => {
  if (value < 1)
    refuse(context, 'parameter_invalid_integer', 'This value must be greater than or equal to 1.')
})

export const flag = text.transform((value, context) =>
  value === 'true' || value === 'false'
    ? value === 'true'
    : refuse(context, 'parameter_invalid_boolean', `Invalid boolean: ${value}`),
)

export const webAddress = text.superRefine((value, context) => {
  if (!/^https?:\/\//i.test(value)) {
    refuse(context, 'url_invalid', 'Invalid URL: An explicit scheme (such as https) must be provided.')
  } else if (!URL.canParse(value)) refuse(context, 'url_invalid', 'Not a valid URL')
})

/** Addresses of this domain are refused although they have the right shape, for trying a refusal out. */
const REFUSED_DOMAIN = '@refused.example'

// Stripe takes ASCII only, no dot beside another one or at an end of the local part, no hyphen at an end of a label.
const EMAIL = /^[\x21-\x3f\x41-\x7e]+(?<!\.)@(?:[a-z0-9]+(?:-+[a-z0-9]+)*\.)+[a-z0-9]+(?:-+[a-z0-9]+)*$/i

export const email = text.max(512).superRefine((value, context) => {
  const shaped = EMAIL.test(value) && !value.startsWith('.') && !value.includes('..')
  if (!shaped || value.endsWith(REFUSED_DOMAIN))
    refuse(context, 'email_invalid', `Invalid email address: ${value}`)
})

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
  .preprocess((value) => (value === '' ? {} : value), z.record(z.string(), z.string()))
  .superRefine((entries, context) => {
    const keys = Object.keys(entries)
    if (keys.length > 50)
      refuse(context, 'metadata_too_many_keys', `You can specify up to 50 keys. You passed ${keys.length}.`)
    for (const [key, value] of Object.entries(entries)) {
      if (key.length > 40)
        refuse(
          context,
          'metadata_key_too_long',
          `Metadata keys can have up to 40 characters, but you passed in a key that is ${key.length} characters. Invalid key: ${key}`,
        )
      if (value.length > 500)
        refuse(
          context,
          'metadata_value_too_long',
          `Metadata values can have up to 500 characters, but you passed in a value that is ${value.length} characters. Invalid value: ${value}`,
        )
    }
  })
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

function wordsFor(issue: z.core.$ZodIssue, param: string): [string, { code?: string; param: string }] {
  if (issue.code !== 'custom' && issue.input === undefined)
    return [`Missing required param: ${param}.`, { code: 'parameter_missing', param }]
  if (issue.code === 'too_small' && issue.origin === 'string')
    return [
      `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; however '${param}' cannot be unset. You should remove '${param}' from your request or supply a non-empty value.`,
      { code: 'parameter_invalid_empty', param },
    ]
  if (issue.code === 'too_big')
    return [
      `Invalid ${param}: must be at most ${issue.maximum} ${issue.origin === 'string' ? 'characters' : 'entries'}`,
      { param },
    ]
  if (issue.code === 'invalid_value')
    return [`Invalid ${param}: must be one of ${issue.values.map(String).join(', ')}`, { param }]
  if (issue.code === 'invalid_type') return [`Invalid ${issue.expected}`, { param }]
  const { code } = (issue.code === 'custom' && issue.params) || {}
  return [issue.message, { param, ...(typeof code === 'string' ? { code } : {}) }]
}

function parameterName(path: PropertyKey[]): string {
  const [first, ...rest] = path.map(String)
  return (first ?? '') + rest.map((step) => `[${step}]`).join('')
}
