import { inspect } from 'node:util'

/** An error whose message is for the person who ran the command; it is printed without a stack. */
export class PlainError extends Error {}

/** The text that a command prints before it exits: a PlainError's message, anything else with stack and causes. */
export function failureText(thrown: unknown): string {
  return thrown instanceof PlainError ? thrown.message : inspect(thrown)
}

/** The message of the first cause: that of `fetch failed` says nothing. */
export function innermostMessage(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown)
  return thrown.cause === undefined ? thrown.message || thrown.name : innermostMessage(thrown.cause)
}
