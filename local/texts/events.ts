import type { Report, Text } from './text.ts'

/** The events that this stand-in posts to the shop's webhook. */
export type EventType = 'message.sent' | 'message.finalized' | 'message.received'

/** The body of an event, as Telnyx writes it. @param status of the text at its other end */
export function eventBody(
  id: string,
  type: EventType,
  { from, message, status }: { from: string; message: Text; status: string },
  at: Date,
): object {
  const { direction, phone, text } = message
  const isOurs = direction === 'outbound'
  return {
    data: {
      record_type: 'event',
      id,
      event_type: type,
      occurred_at: at.toISOString(),
      payload: {
        record_type: 'message',
        direction,
        id: message.id,
        type: 'SMS',
        from: { phone_number: isOurs ? from : phone, carrier: 'Local', line_type: 'Wireless' },
        to: [{ phone_number: isOurs ? phone : from, status, carrier: 'Local', line_type: 'Wireless' }],
        cc: [],
        text,
        media: [],
        encoding: 'GSM-7',
        parts: 1,
        tags: [],
        received_at: message.createdAt,
        errors: ERRORS[status] ?? [],
      },
    },
    meta: { attempt: 1 },
  }
}

const ERRORS: Record<string, object[]> = {
  delivery_failed: [
    { code: '40008', title: 'Undeliverable', detail: 'The recipient carrier did not accept the message.' },
  ],
}

const LATE_MS = 60_000

/** The reports about a text that was taken: how many, by which status, and after how many milliseconds. */
export function reportsFor(
  report: Report,
  lateMs = LATE_MS,
): { status: string; times: number; ms: number }[] {
  const about = (status: string, { times = 1, ms = 0 } = {}) => [{ status, times, ms }]
  switch (report) {
    case 'on-time':
      return about('delivered')
    case 'late':
      return about('delivered', { ms: lateMs })
    case 'twice':
      return about('delivered', { times: 2 })
    case 'never':
      return []
    case 'failed':
      return about('delivery_failed')
    case 'unconfirmed':
      return about('delivery_unconfirmed')
  }
}
