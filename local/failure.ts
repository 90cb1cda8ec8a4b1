import { inspect } from 'node:util'

/** What keeps a command from its work, in words for the person who called it: where it was thrown does not matter to them. */
export class PlainError extends Error {}

/** What a command prints before it gives up: plain words as they are, anything unexpected with its stack and causes. */
export function failureText(thrown: unknown): string {
  return thrown instanceof PlainError ? thrown.message : inspect(thrown)
}
