import { inspect } from 'node:util'

/** An error whose message is for the person who ran the command; it is printed without a stack. */
export class PlainError extends Error {}

/** What a command prints before it exits: a PlainError's message, anything else with stack and causes. */
export function failureText(thrown: unknown): string {
  return thrown instanceof PlainError ? thrown.message : inspect(thrown)
}
