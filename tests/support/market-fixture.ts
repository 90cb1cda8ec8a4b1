import { asc, eq } from 'drizzle-orm'
import type { Page } from '#api/platform/database/paging-schema.ts'
import { marketZipcodes } from '#drizzle/schema/markets.ts'
import { changeRecords } from '#drizzle/schema/messages.ts'
import type { MarketDetail, MarketRow } from '#src/admin/markets/queries.ts'
import type { TestShop } from './shop.ts'
import { signIn } from './staff.ts'

let made = 0

/** A filled-in form with a name and a ZIP code of its own, of a market that takes orders without a florist; real ZIP codes do not begin with 000 to 004. */
export function marketForm(changes: object = {}) {
  made += 1
  return {
    name: `Market ${made}`,
    zipCodes: [`00${String(made).padStart(3, '0')}`],
    timeZone: 'America/Chicago',
    openingHours: null,
    pausedReason: null,
    closedDates: [],
    withoutFlorist: 'takes_orders',
    ...changes,
  }
}

const WEEKDAY = { opens: '09:00', closes: '18:00' }

/** Monday to Friday, nine to six. */
export const HOURS = {
  '0': null,
  '1': WEEKDAY,
  '2': WEEKDAY,
  '3': WEEKDAY,
  '4': WEEKDAY,
  '5': WEEKDAY,
  '6': null,
}

/** An admin who looks after markets. */
export async function openMarketFixture(shop: TestShop) {
  const admin = await signIn(shop)
  return {
    admin,
    create: async (changes: object = {}) => {
      const sent = marketForm(changes)
      const answer = await admin.post('/admin/markets', sent)
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
      return { ...sent, id: String(answer.body['id']) }
    },
    save: (id: string, changes: object) => admin.put(`/admin/markets/${id}`, changes),
    detail: async (id: string) => (await admin.get(`/admin/markets/${id}`)).body as MarketDetail,
    list: async (query = '') => (await admin.get(`/admin/markets${query}`)).body as Page<MarketRow>,
    /** The ZIP codes that are stored. */
    zipsOf: async (id: string) => {
      const rows = await shop.db
        .select()
        .from(marketZipcodes)
        .where(eq(marketZipcodes.marketId, id))
        .orderBy(asc(marketZipcodes.zipcode))
      return rows.map(({ zipcode }) => zipcode)
    },
    recordsOf: (id: string) => shop.db.select().from(changeRecords).where(eq(changeRecords.entityId, id)),
  }
}
