import type * as z from 'zod/mini'
import { OUT_OF_DATE } from '#domain/out-of-date.ts'

/** The message of a rule that has none of its own, instead of the library's wording. `field-schema.ts` gives it to the library. */
export function messageOf(issue: z.core.$ZodRawIssue): string {
  const { code, input } = issue
  const isMissing = input === undefined || input === null || input === ''
  if (isMissing && code !== 'unrecognized_keys') return 'This is required'
  switch (code) {
    case 'invalid_type':
      return `This must be ${EXPECTED[issue.expected] ?? 'something else'}`
    case 'too_small':
      return tooSmallMessage(issue)
    case 'too_big':
      return tooBigMessage(issue)
    case 'invalid_value':
      return 'Please choose one of the options'
    case 'unrecognized_keys':
      return OUT_OF_DATE
    default:
      return 'Please check this'
  }
}

const EXPECTED: Partial<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a group of fields',
}

function tooSmallMessage({ origin, minimum }: z.core.$ZodRawIssue<z.core.$ZodIssueTooSmall>): string {
  if (origin === 'string') return `Please use at least ${minimum} characters`
  return origin === 'array' ? 'Please choose at least one' : `This must be ${minimum} or more`
}

function tooBigMessage({ origin, maximum }: z.core.$ZodRawIssue<z.core.$ZodIssueTooBig>): string {
  if (origin === 'string') return tooLongMessage(Number(maximum))
  return origin === 'array' ? `Please choose at most ${maximum}` : `This must be ${maximum} or less`
}

export function tooLongMessage(max: number): string {
  return `Please keep this to ${max.toLocaleString('en-US')} characters`
}
