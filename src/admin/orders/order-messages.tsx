import { PhoneLink } from '#src/admin/ui/contact-links.tsx'
import { MessageState, messageName, messageReason } from '#src/admin/ui/message-state.tsx'
import { When } from '#src/admin/ui/when.tsx'
import type { OrderDetail } from './queries.ts'

const LOST: readonly string[] = ['failed', 'suppressed', 'bounced', 'complained']

/** Every e-mail about the order, newest first, and how far it came. */
export function OrderMessages({ order: { messages } }: { order: OrderDetail }) {
  return (
    <section className="sheet" aria-labelledby="messages">
      <h2 id="messages" className="sheet-title">
        E-mails
      </h2>
      {messages.length === 0 ? (
        <p className="text-muted">Nobody has been written to yet.</p>
      ) : (
        <ul className="history">
          {messages.toReversed().map((message) => (
            <OrderMessage key={message.id} message={message} />
          ))}
        </ul>
      )}
    </section>
  )
}

function OrderMessage({ message }: { message: OrderDetail['messages'][number] }) {
  const { kind, recipient, phone, status, delivery, updatedAt } = message
  const lost = status === 'failed' || (delivery !== null && LOST.includes(delivery))
  const reason = messageReason(message)
  return (
    <li data-bad={lost || undefined}>
      <p className="badges">
        <b className="strong">{messageName(kind)}</b>
        <MessageState message={message} />
      </p>
      {reason && <p>{reason}</p>}
      {lost && phone && (
        <p>
          Call <PhoneLink phone={phone} />
        </p>
      )}
      <p className="text-small text-muted">
        {recipient}, <When at={updatedAt} />
      </p>
    </li>
  )
}
