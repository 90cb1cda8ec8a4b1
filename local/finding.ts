import { phoneDigits } from '#domain/phone.ts'

/** The result for one setting, or for one thing that production must not have; it holds no secret. */
export type Finding = { name: string; isWrong: boolean; says: string }

/** Reserved for examples: nobody is reached there. */
export const EXAMPLE_HOST = /\.(example|test|invalid|localhost)$|(^|\.)example\.(com|org|net)$/
export const right = (name: string, says: string): Finding => ({ name, isWrong: false, says })
export const wrong = (name: string, says: string): Finding => ({ name, isWrong: true, says })

/** The area 555, and 555-01xx in any other, are reserved for examples. */
export function isExamplePhone(text: string): boolean {
  return /^(555|\d{3}55501)/.test(phoneDigits(text))
}

export function hostOfEmail(text: string): string {
  return /@([^\s>]+)/.exec(text)?.[1] ?? ''
}

/** The time that one question to a service may take. */
export const ASK_TIMEOUT_MS = 10_000
