import { sql } from 'drizzle-orm'
import { check, index, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { OpeningHours } from '#domain/availability.ts'
import {
  countingNumber,
  fiveDigits,
  fiveOrNineDigits,
  flag,
  id,
  isTrimmed,
  jsonObject,
  length,
  stamps,
  version,
  zoneShape,
} from './columns.ts'

/** The fifty states. */
export const states = sqliteTable(
  'states',
  { id: id(), code: text().notNull().unique(), name: text().notNull().unique() },
  () => [check('states_code_shape', sql.raw(`code glob '[A-Z][A-Z]'`))],
)

/** Service regions with the schedule that the availability rule reads. */
export const markets = sqliteTable(
  'markets',
  {
    id: id(),
    name: text().notNull(),
    /** IANA zone, for example America/New_York. */
    timeZone: text().notNull(),
    /** Null: always open. */
    openingHours: text({ mode: 'json' }).$type<OpeningHours>(),
    /** Not null: paused, and this is what shoppers read. */
    pausedReason: text(),
    version: version(),
    ...stamps,
  },
  () => [
    uniqueIndex('markets_name').on(sql`lower(name)`),
    check('markets_name_length', length('name', 1, 100)),
    // Or else "Boston" and "Boston " would be two markets.
    check('markets_name_trimmed', isTrimmed('name')),
    check('markets_time_zone_shape', zoneShape('time_zone')),
    check('markets_opening_hours_json', jsonObject('opening_hours')),
    check('markets_paused_reason_length', length('paused_reason', 1, 300)),
    check('markets_version', countingNumber('version')),
  ],
)

/** Dates (YYYY-MM-DD in the market's zone) on which a market does not deliver. */
export const marketClosedDates = sqliteTable(
  'market_closed_dates',
  {
    marketId: text()
      .notNull()
      .references(() => markets.id, { onDelete: 'cascade' }),
    date: text().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.marketId, t.date] }),
    check('market_closed_dates_shape', sql.raw(`date(date) is not null and date(date) = date`)),
  ],
)

/** Served ZIP codes. The primary key says: one market per ZIP. */
export const marketZipcodes = sqliteTable(
  'market_zipcodes',
  {
    zipcode: text().primaryKey(),
    marketId: text()
      .notNull()
      .references(() => markets.id, { onDelete: 'cascade' }),
  },
  (t) => [
    check('market_zipcodes_shape', fiveDigits('zipcode')),
    index('market_zipcodes_market').on(t.marketId),
  ],
)

/** Florist shops. */
export const shops = sqliteTable(
  'shops',
  {
    id: id(),
    name: text().notNull(),
    marketId: text()
      .notNull()
      .references(() => markets.id, { onDelete: 'restrict' }),
    stateId: text()
      .notNull()
      .references(() => states.id, { onDelete: 'restrict' }),
    city: text().notNull(),
    zip: text().notNull(),
    streetAddress: text().notNull(),
    phone: text(),
    email: text(),
    /** An inactive shop gets no new orders. */
    active: flag(true),
    version: version(),
    ...stamps,
  },
  (t) => [
    check('shops_name_length', length('name', 1, 200)),
    check('shops_city_length', length('city', 1, 100)),
    check('shops_street_length', length('street_address', 1, 200)),
    check('shops_zip_shape', fiveOrNineDigits('zip')),
    check('shops_active_flag', sql.raw('active in (0, 1)')),
    check('shops_version', countingNumber('version')),
    index('shops_market').on(t.marketId),
    index('shops_name').on(t.name),
  ],
)
