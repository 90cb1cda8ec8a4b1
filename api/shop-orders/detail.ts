import type { Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { readShopOrderDetail, type ShopOrderFound } from './queries.ts'
import type { ShopOrderDetail } from './schema.ts'

/**
 * Everything on a shop order's screen (§2 Shop order list, Detail). One round trip.
 * @throws AppError `shop_order_not_found`
 */
export async function shopOrderDetail({ db }: Pick<Deps, 'db'>, id: string): Promise<ShopOrderDetail> {
  const found = await readShopOrderDetail(db, id)
  if (!found)
    throw new AppError('shop_order_not_found', { message: `Failed to load shop order with ID ${id}` })
  const { shopOrder, order, shop, stateCode, items, contacts, corrections, link, events } = found
  const lastStatus = events.findLast(({ kind }) => kind === 'shop_order_status')
  const rejection = events.findLast(
    ({ kind, data }) => kind === 'shop_order_status' && data['to'] === 'rejected',
  )
  const reason = rejection?.data['reason']
  const { orderId: _, shopId: __, statusUpdatedBy, statusUpdatedAt, paymentUpdatedBy, ...own } = shopOrder
  const { paymentUpdatedAt, ...rest } = own
  return {
    ...rest,
    rejectionReason: shopOrder.status === 'rejected' && typeof reason === 'string' ? reason : null,
    statusStamp: stamp(statusUpdatedAt, found.statusBy, lastStatus?.actor === 'florist'),
    paymentStamp: stamp(paymentUpdatedAt, found.paymentBy, false),
    order: orderOf(order, items),
    shop: {
      id: shop.id,
      name: shop.name,
      streetAddress: shop.streetAddress,
      city: shop.city,
      state: stateCode,
      zip: shop.zip,
      phone: shop.phone,
      email: shop.email,
      active: shop.active,
    },
    contacts,
    corrections,
    link: link && { createdAt: link.createdAt, expiresAt: link.expiresAt, openedAt: link.openedAt },
    events,
  }
}

function stamp(at: string | null, email: string | null, byFlorist: boolean) {
  return at === null ? null : { at, by: byFlorist ? ('florist' as const) : ('admin' as const), email }
}

function orderOf(order: ShopOrderFound['order'], items: ShopOrderFound['items']) {
  return {
    id: order.id,
    reference: order.orderReference,
    status: order.status,
    paymentStatus: order.paymentStatus,
    customerName: order.customerName,
    customerEmail: order.customerEmail,
    customerPhone: order.customerPhone,
    recipientName: order.recipientName,
    recipientPhone: order.recipientPhone,
    apologyNote: order.apologyNote,
    address: order.deliveryAddress,
    city: order.deliveryCity,
    state: order.deliveryState,
    zip: order.deliveryZip,
    deliveryInstructions: order.deliveryInstructions,
    deliveryOption: order.deliveryOption,
    promisedBy: order.promisedBy,
    timeZone: order.timeZone,
    totalCents: order.totalCents,
    refundedCents: order.refundedCents,
    isSample: order.isSample,
    items,
  }
}
