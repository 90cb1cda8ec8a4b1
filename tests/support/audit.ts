import type { Client } from '@libsql/client/web'
import { PAYMENTS } from '#domain/order/events.ts'

type Books = { client: Pick<Client, 'execute'>; paymentsUrl: string; mailUrl: string }
type Session = {
  id: string
  status: string
  payment_status: string
  amount_total: number
  client_reference_id: string | null
}
type Mail = { to: string[]; subject: string }

const PAID = `(${PAYMENTS.map((event) => `'${event}'`).join()})`

/** Queries that return no row, whatever failed: each lists orders that violate an invariant. */
export const NEVER = {
  'an order without exactly one item': `select o.order_reference from orders o
    where (select count(*) from order_items where order_id = o.id) <> 1`,
  'an order without a session': `select order_reference from orders o
    where not exists (select 1 from checkout_sessions where order_id = o.id)`,
  'an order that does not say how it came': `select order_reference from orders o
    where (select count(*) from order_events where order_id = o.id and kind in ('placed', 'rebuilt')) <> 1`,
  'a paid order without its paid event': `select order_reference from orders o
    where payment_status in ('paid', 'refunded')
    and (select count(*) from order_events where order_id = o.id and kind in ${PAID}) <> 1`,
  'a paid event of an order that is not paid': `select o.order_reference from orders o
    join order_events e on e.order_id = o.id and e.kind in ${PAID} where o.payment_status not in ('paid', 'refunded')`,
  'an order with two live offers': `select order_id from shop_orders where withdrawn_at is null and status <> 'rejected'
    group by order_id having count(*) > 1`,
}

/** Queries that return no row while only shoppers act. */
const QUESTIONS = {
  ...NEVER,
  // A session is made again each time the provider has failed at it, and a florist's no gives the order to the next one.
  'an event told twice': `select order_reference from order_events where kind not in ('checkout_renewed', 'assigned')
    group by order_id, kind having count(*) > 1`,
  'an email that is not sent': `select kind || ' ' || status from outbox where channel = 'mail' and status <> 'sent'`,
  'a paid order that is not confirmed': `select order_reference from orders where payment_status = 'paid' and status <> 'confirmed'`,
  'a paid order whose confirmation is not sent': `select order_reference from orders o where payment_status = 'paid'
    and (select count(*) from outbox where order_id = o.id and kind = 'order-confirmation' and status = 'sent') <> 1`,
  'a message about an order that is not paid': `select o.order_reference from outbox m
    join orders o on o.id = m.order_id where o.payment_status <> 'paid'`,
  'a flag that nothing called for': `select o.order_reference from order_flags f join orders o on o.id = f.order_id`,
  'two live orders of one shopper': `select min(order_reference) from orders
    where status <> 'cancelled' group by customer_email having count(*) > 1`,
  'an attempt whose order is not its shopper’s last': `select o.order_reference from checkout_attempts a
    join orders o on o.id = a.order_id
    where o.status = 'cancelled' and exists (select 1 from orders p where p.customer_email = o.customer_email and p.status <> 'cancelled')`,
}

/**
 * Compares the database with the provider and the mail box after recovery. Every
 * shopper (email) is taken to have wanted one order.
 * @returns what is wrong, a line each
 */
export async function audit({ client, paymentsUrl, mailUrl }: Books): Promise<string[]> {
  const faults: string[] = []
  for (const [fault, sql] of Object.entries(QUESTIONS)) {
    const { rows } = await client.execute(sql)
    faults.push(...rows.map((row) => `${fault}: ${String(row[0])}`))
  }
  const { rows: orders } = await client.execute(
    'select id, order_reference, customer_email, payment_status, total_cents, checkout_session_id from orders',
  )
  const { sessions } = await read<{ sessions: Session[] }>(`${paymentsUrl}/_local/state?limit=10000`)
  const paid = sessions.filter((session) => session.payment_status === 'paid')
  for (const { id, amount_total } of paid) {
    const own = orders.filter((order) => order['checkout_session_id'] === id)
    const same = own.filter(
      (order) => order['payment_status'] === 'paid' && order['total_cents'] === amount_total,
    )
    if (own.length !== 1 || same.length !== 1) faults.push(`paid at the provider, not so in our books: ${id}`)
  }
  const { rows: sent } = await client.execute(
    "select order_id, recipient from outbox where channel = 'mail' and status = 'sent'",
  )
  const mails = await read<Mail[]>(`${mailUrl}/_local/messages?limit=10000`)
  for (const order of orders) {
    const reference = String(order['order_reference'])
    const isPaid = order['payment_status'] === 'paid'
    if (isPaid && !paid.some(({ id }) => id === order['checkout_session_id'])) {
      faults.push(`paid in our books, not at the provider: ${reference}`)
    }
    const about = mails.filter(
      ({ to, subject }) => to.includes(String(order['customer_email'])) && subject.includes(reference),
    )
    const due = sent.filter(
      ({ order_id, recipient }) => order_id === order['id'] && recipient === order['customer_email'],
    ).length
    if (about.length !== due || (due === 0) === isPaid)
      faults.push(`${about.length} emails about ${reference}`)
  }
  return faults
}

/** The sessions of one shopper's orders that can be paid at the provider. */
export async function openSessionsOf({ client, paymentsUrl }: Books, email: string): Promise<string[]> {
  const { rows } = await client.execute({
    sql: 'select id from orders where customer_email = ?',
    args: [email],
  })
  const ids = new Set(rows.map((row) => row['id']))
  const { sessions } = await read<{ sessions: Session[] }>(`${paymentsUrl}/_local/state?limit=10000`)
  return sessions
    .filter(({ status, client_reference_id }) => status === 'open' && ids.has(client_reference_id ?? ''))
    .map(({ id }) => id)
}

async function read<T>(url: string): Promise<T> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${url} answered ${response.status}`)
  return (await response.json()) as T
}
