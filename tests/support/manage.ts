import { manageAddress } from '#api/manage/link.ts'
import type { ManagedOrder } from '#api/manage/service.ts'
import type { TestShop } from './shop.ts'

/** The token of a buyer's own link, as the emails carry it. */
export async function manageToken({ deps }: Pick<TestShop, 'deps'>, orderId: string): Promise<string> {
  return new URL(await manageAddress(deps.config, orderId)).searchParams.get('token') ?? ''
}

/** The fields of the form as the page shows them. */
export function formOf(order: ManagedOrder) {
  const { recipientName, recipientPhone, apologyNote, deliveryInstructions, fingerprint } = order
  const { deliveryAddress, deliveryUnit, deliveryCity, deliveryState, deliveryZip } = order
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
