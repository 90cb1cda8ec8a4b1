import type { Channel } from '#domain/channels.ts'
import type { DeliveryState, OutboxStatus } from '#domain/outbox.ts'

/** A message of the outbox, as the back office shows it. */
export type AdminMessage = {
  id: string
  kind: string
  channel: Channel
  /** The address or number; for a push the name of the phone. */
  recipient: string
  status: OutboxStatus
  /** The provider's last report; null: none yet. */
  delivery: DeliveryState | null
  /** Why it failed or did not arrive. */
  reason: string | null
  /** When a message that waits is tried next (ISO instant); null for all others, and while it is being sent. */
  nextTryAt: string | null
  /** Where the buyer or the florist whom it went to can be called. */
  phone: string | null
  /** Their name. */
  contactName: string | null
  /** The address to which `Send again` sends it; null where there is nothing to send again. */
  sentAgainTo: string | null
}
