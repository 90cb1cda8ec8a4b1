import { eq } from 'drizzle-orm'
import type { ManagedOrder } from '#api/buyer-portal/service.ts'
import { manageAddress } from '#api/orders/manage-link.ts'
import { orders } from '#drizzle/schema/orders.ts'
import type { TestShop } from './shop.ts'

/** The token of a buyer's own link, as the emails carry it. */
export async function manageToken({ deps }: Pick<TestShop, 'deps'>, orderId: string): Promise<string> {
  const [order] = await deps.db.select().from(orders).where(eq(orders.id, orderId))
  const addressed = { id: orderId, manageLinksEndedAt: order?.manageLinksEndedAt ?? null }
  return new URL(await manageAddress(deps.config, addressed)).searchParams.get('token') ?? ''
}

/** The fields of the form as the page shows them. */
export function formOf({ personal, fingerprint }: ManagedOrder) {
  if (!personal) throw new Error('The link does not show what its form would change')
  const { recipientName, recipientPhone, apologyNote, deliveryInstructions } = personal
  const { deliveryAddress, deliveryUnit, deliveryCity, deliveryState, deliveryZip } = personal
  return {
    recipientName,
    recipientPhone,
    apologyNote,
    deliveryInstructions,
    deliveryAddress,
    deliveryUnit,
    deliveryCity,
    deliveryState,
    deliveryZip,
    fingerprint,
  }
}
