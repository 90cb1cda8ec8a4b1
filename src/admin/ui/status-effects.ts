import type { EmailsOfChange, StatusMessage, StopMessage } from '#domain/order/fulfilment.ts'

const HEARS: Readonly<Record<StatusMessage | StopMessage, string>> = {
  'order-accepted': 'gets an email that a florist has the order.',
  'order-delivered': 'gets an email that the flowers were delivered.',
  'order-cancelled': 'gets an email that it was cancelled. The refund isn’t automatic.',
  'florist-cancelled': 'is told to stop, by email.',
  'florist-reopened': 'is told that the order is back on, by email.',
}

const HEARD: Readonly<Record<StatusMessage, string>> = {
  'order-accepted': 'that a florist has the order',
  'order-delivered': 'that the flowers were delivered',
  'order-cancelled': 'that it was cancelled',
}

const isToFlorist = (kind: StatusMessage | StopMessage): kind is StopMessage => kind.startsWith('florist-')

/**
 * The emails of a change of status, a sentence each: those that go, and those that have gone and are wrong now.
 * @param buyer the buyer's address
 * @param shop the name of the shop that has the order; null for none
 */
export function emailNotices(
  { emails, wrongEmails }: EmailsOfChange,
  { buyer, shop }: { buyer: string; shop: string | null },
): string[] {
  return [
    ...emails.map((kind) => `${isToFlorist(kind) ? (shop ?? 'The florist') : buyer} ${HEARS[kind]}`),
    ...wrongEmails.map((kind) => `${buyer} already got an email ${HEARD[kind]}. Please call them.`),
  ]
}
