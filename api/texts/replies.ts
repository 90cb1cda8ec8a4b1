import { SITE } from '#domain/site.ts'

// The shop answers texts with these. No text names anybody, or says more of an order than its last four characters.

/** Orders that one text names. */
const NAMED_MAX = 5

export const REPLIES = {
  accepted: (name: string) =>
    `Thank you! Order ${name} is yours. Its page has the address and the card: please open it by the link we sent you.`,
  declined: (name: string) => `Thank you for telling us. We will ask somebody else about order ${name}.`,
  tooLate: (name: string) =>
    `Order ${name} has moved on meanwhile: please do not make it. If you have its flowers in hand, call us: ${SITE.supportPhone}.`,
  nothingWaits: () => 'Thank you! No order waits for your answer right now.',
  /** Several wait, or something else was written than an answer. */
  which: (names: readonly string[]) =>
    `${waiting(names)} Answer 1 (yes) or 2 (no) and the order: 1 ${names[0]}`,
  unknownOrder: (name: string, names: readonly string[]) =>
    names.length === 0
      ? `No order that ends in ${name} waits for your answer.`
      : `No order that ends in ${name} waits for your answer. ${REPLIES.which(names)}`,
  help: () =>
    `${SITE.brand}: texts about flower orders. Florists answer 1 (yes) or 2 (no). Reply STOP to end them. Help: ${SITE.supportPhone}, ${SITE.supportEmail}. Msg & data rates may apply.`,
} as const

function waiting(names: readonly string[]): string {
  const [first] = names
  if (names.length === 1) return `Order ${first} waits for your answer.`
  const more = names.length > NAMED_MAX ? ', …' : ''
  return `${names.length} orders wait for your answer: ${names.slice(0, NAMED_MAX).join(', ')}${more}.`
}
