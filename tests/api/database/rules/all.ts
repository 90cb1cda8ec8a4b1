import * as accounts from './accounts.ts'
import * as catalogue from './catalogue.ts'
import * as checkout from './checkout.ts'
import * as deliveryAttempts from './delivery-attempts.ts'
import * as markets from './markets.ts'
import * as messages from './messages.ts'
import * as orders from './orders.ts'
import * as photos from './photos.ts'
import type { CheckRule, UniqueRule } from './rule.ts'
import * as shopOrders from './shop-orders.ts'

const GROUPS = [
  accounts,
  catalogue,
  checkout,
  deliveryAttempts,
  markets,
  messages,
  orders,
  photos,
  shopOrders,
]

/** Every CHECK with its cases. */
export const CHECKS: CheckRule[] = GROUPS.flatMap((group) => group.CHECKS)

/** Every unique index with its cases, but for those that no row can break (PARENT_KEYS of foreign-keys.ts). */
export const UNIQUES: UniqueRule[] = GROUPS.flatMap((group) => group.UNIQUES)
