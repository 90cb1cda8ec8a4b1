import type { Message } from './email.ts'

/** The events that this stand-in posts to the shop's webhook: the ones that docs/deploy.md asks the provider for. */
export const EVENT_TYPES = [
  'email.delivered',
  'email.delivery_delayed',
  'email.failed',
  'email.suppressed',
  'email.bounced',
  'email.complained',
  'suppression.removed',
] as const
export type EventType = (typeof EVENT_TYPES)[number]

// Resend's test addresses are delivered@resend.dev, bounced@resend.dev and so on, with +labels. Here the name before the
// at sign decides, whatever stands behind it, so that any number of people can bounce.
const BY_NAME: ReadonlyMap<string, readonly EventType[]> = new Map([
  ['bounced', ['email.bounced']],
  ['complained', ['email.delivered', 'email.complained']],
  ['suppressed', ['email.suppressed']],
  ['delayed', ['email.delivery_delayed']],
  ['failed', ['email.failed']],
])

/** The events of a message, by its first recipient. */
export function eventsFor({ to: [recipient = ''] }: Pick<Message, 'to'>): readonly EventType[] {
  const [name = ''] = addressIn(recipient).toLowerCase().split(/[@+]/)
  return BY_NAME.get(name) ?? ['email.delivered']
}

/** The body of an event, as Resend writes it. @param at of the event */
export function eventBody(type: EventType, message: Message, at: Date): object {
  const created_at = at.toISOString()
  if (type === 'suppression.removed') {
    const email = addressIn(message.to[0] ?? '')
    return {
      type,
      created_at,
      data: { id: message.id, email, origin: 'complaint', source_id: null, created_at },
    }
  }
  const { id, from, to, subject, tags } = message
  return {
    type,
    created_at,
    data: {
      created_at: message.createdAt,
      email_id: id,
      message_id: `<${id}@resend.example>`,
      from,
      to,
      subject,
      tags: Object.fromEntries(tags.map(({ name, value }) => [name, value])),
      ...DETAILS[type],
    },
  }
}

const DETAILS: Partial<Record<EventType, object>> = {
  'email.bounced': {
    bounce: {
      type: 'Permanent',
      subType: 'General',
      message: 'The recipient’s mail server answered: 550 5.1.1 there is no mailbox of this name here.',
    },
  },
  'email.suppressed': {
    suppressed: {
      type: 'OnAccountSuppressionList',
      message: 'The address is on the suppression list: an earlier email to it bounced.',
    },
  },
  'email.failed': { failed: { reason: 'reached_daily_quota' } },
}

function addressIn(text: string): string {
  return /<([^<>]+)>\s*$/.exec(text)?.[1] ?? text
}
