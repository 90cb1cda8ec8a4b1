import { type SQL, sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { OpeningHours } from '#domain/availability.ts'
import type { WeekdayCapacity } from '#domain/capacity.ts'
import { DEFAULT_SHOP_PERCENT } from '#domain/cost-split.ts'
import { NO_FLORIST_REASON } from '#domain/market-orders.ts'
import { type AnswerMinutes, MARKET_PROMISE_DEFAULTS } from '#domain/market-promises.ts'
import {
  check,
  countingNumber,
  fiveDigits,
  fiveOrNineDigits,
  flag,
  id,
  instant,
  isoInstants,
  isTrimmed,
  jsonObject,
  length,
  percentage,
  refersTo,
  stamps,
  version,
  wholeAmountOrNull,
  zoneShape,
} from './columns.ts'

/** The fifty states. */
export const states = sqliteTable(
  'states',
  { id: id(), code: text().notNull().unique(), name: text().notNull().unique() },
  () => [check('states_code_shape', `code glob '[A-Z][A-Z]'`)],
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
    /** True if it takes no orders while none of its shops is active. */
    closedWithoutFlorist: flag(false),
    /** True if a florist has to answer by a deadline. */
    asksForAnswer: flag(false),
    assignsAutomatically: flag(false),
    /** Since when it does (ISO instant): orders that were paid before are assigned by a person. */
    assignsSince: text(),
    /** Null: those of the domain. */
    answerMinutes: text({ mode: 'json' }).$type<Partial<AnswerMinutes>>(),
    /** The minutes it takes to make a bouquet and deliver it. */
    fulfilmentMinutes: integer().notNull().default(MARKET_PROMISE_DEFAULTS.fulfilmentMinutes),
    /** After how many minutes of danger the system asks the buyer; null: it never does. */
    offersChoiceAfterMinutes: integer(),
    /** The hours that a buyer may think about a broken promise. */
    choiceHours: integer().notNull().default(MARKET_PROMISE_DEFAULTS.choiceHours),
    /** The seconds after which a florist who has not looked gets a text; null: none is sent. */
    textAfterSeconds: integer(),
    /** The seconds after which a florist who has not looked is to be called; null: nobody is told to. */
    callAfterSeconds: integer(),
    version: version(),
    ...stamps,
  },
  () => [
    uniqueIndex('markets_name').on(sql`lower(name)`),
    check('markets_name_length', length('name', 1, 100)),
    // Without it "Boston" and "Boston " would be two markets.
    check('markets_name_trimmed', isTrimmed('name')),
    check('markets_time_zone_shape', zoneShape('time_zone')),
    check('markets_opening_hours_json', jsonObject('opening_hours')),
    check('markets_paused_reason_length', length('paused_reason', 1, 300)),
    check('markets_closed_without_florist_flag', 'closed_without_florist in (0, 1)'),
    check('markets_asks_flag', 'asks_for_answer in (0, 1)'),
    // An order that is assigned by the system has to be answered.
    check(
      'markets_assigns_flag',
      'assigns_automatically in (0, 1) and assigns_automatically <= asks_for_answer',
    ),
    check('markets_answer_minutes_json', jsonObject('answer_minutes')),
    check('markets_fulfilment_minutes', countingNumber('fulfilment_minutes')),
    check('markets_choice_after_minutes', wholeAmountOrNull('offers_choice_after_minutes')),
    check('markets_choice_hours', countingNumber('choice_hours')),
    check('markets_text_after_seconds', wholeAmountOrNull('text_after_seconds')),
    check('markets_call_after_seconds', wholeAmountOrNull('call_after_seconds')),
    check('markets_version', countingNumber('version')),
  ],
)

/** Dates (YYYY-MM-DD in the market's zone) on which a market does not deliver. */
export const marketClosedDates = sqliteTable(
  'market_closed_dates',
  {
    marketId: refersTo(() => markets.id, 'cascade'),
    date: text().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.marketId, t.date] }),
    check('market_closed_dates_shape', `date(date) is not null and date(date) = date`),
  ],
)

/** Served ZIP codes. The primary key says: one market per ZIP. */
export const marketZipcodes = sqliteTable(
  'market_zipcodes',
  {
    zipcode: text().primaryKey(),
    marketId: refersTo(() => markets.id, 'cascade'),
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
    marketId: refersTo(() => markets.id, 'restrict'),
    stateId: refersTo(() => states.id, 'restrict'),
    city: text().notNull(),
    zip: text().notNull(),
    streetAddress: text().notNull(),
    phone: text(),
    email: text(),
    /** An inactive shop gets no new orders. */
    active: flag(true),
    /** Bouquets a day by weekday; null: no limit. */
    weekdayCapacity: text({ mode: 'json' }).$type<WeekdayCapacity>(),
    /** Bouquets that are due in one clock hour, of the options that promise an hour; null: no limit. */
    hourlyCapacity: integer(),
    /** The percentage of an order's total that a new assignment suggests. */
    defaultPercentage: integer().notNull().default(DEFAULT_SHOP_PERCENT),
    /** True if the shop agreed that shoppers see its photographs of finished bouquets, with its name. */
    showsPhotos: flag(false),
    /** True if the shop agreed that we text its phone about orders. */
    takesTexts: flag(false),
    version: version(),
    ...stamps,
  },
  (t) => [
    check('shops_name_length', length('name', 1, 200)),
    check('shops_city_length', length('city', 1, 100)),
    check('shops_street_length', length('street_address', 1, 200)),
    check('shops_zip_shape', fiveOrNineDigits('zip')),
    check('shops_active_flag', 'active in (0, 1)'),
    check('shops_weekday_capacity_json', jsonObject('weekday_capacity')),
    check('shops_hourly_capacity', wholeAmountOrNull('hourly_capacity')),
    check('shops_default_percentage', percentage('default_percentage')),
    check('shops_shows_photos_flag', 'shows_photos in (0, 1)'),
    check('shops_takes_texts_flag', 'takes_texts in (0, 1)'),
    check('shops_version', countingNumber('version')),
    index('shops_market').on(t.marketId),
    // Lists are sorted by it.
    index('shops_name').on(sql`name collate nocase`),
  ],
)

/** Condition: one of a market's shops is active. @param id of the market, as a value or a column */
export function hasFlorist(id: SQL): SQL<number> {
  return sql<number>`exists (select 1 from ${shops} f where f.market_id = ${id} and f.active = 1)`
}

/**
 * Value: why a market takes no orders, null while it takes them, as `noOrdersReason` of the domain says.
 * @param row what the query calls the market's row
 */
export function noOrdersReasonOf(row: SQL): SQL<string | null> {
  const closed = sql`${row}.closed_without_florist = 1 and not ${hasFlorist(sql`${row}.id`)}`
  return sql`coalesce(${row}.paused_reason, case when ${closed} then ${NO_FLORIST_REASON} end)`
}

/** Condition: a market takes orders that no florist can be given, as `takesOrdersWithoutFlorist` says. @param row as above */
export function takesOrdersWithoutFloristOf(row: SQL): SQL {
  return sql`${row}.paused_reason is null and ${row}.closed_without_florist = 0
    and not ${hasFlorist(sql`${row}.id`)} and ${hasZipCodes(sql`${row}.id`)}`
}

/** Condition: a market serves ZIP codes. @param id as above */
export function hasZipCodes(id: SQL): SQL<number> {
  return sql<number>`exists (select 1 from ${marketZipcodes} z where z.market_id = ${id})`
}

/** A shop's capacity on single dates (YYYY-MM-DD by its market's calendar), instead of that of the weekday. */
export const shopCapacityDates = sqliteTable(
  'shop_capacity_dates',
  {
    shopId: refersTo(() => shops.id, 'cascade'),
    date: text().notNull(),
    /** Null: no limit; 0: closed. */
    capacity: integer(),
  },
  (t) => [
    primaryKey({ columns: [t.shopId, t.date] }),
    check('shop_capacity_dates_shape', `date(date) is not null and date(date) = date`),
    check('shop_capacity_dates_capacity', wholeAmountOrNull('capacity')),
  ],
)

/** Phones that ring for a shop: browsers that asked for pushes on its page. */
export const floristDevices = sqliteTable(
  'florist_devices',
  {
    id: id(),
    shopId: refersTo(() => shops.id, 'cascade'),
    name: text().notNull(),
    /** Where its pushes go, and the keys that only its browser can read them with. */
    endpoint: text().notNull().unique(),
    p256dh: text().notNull(),
    auth: text().notNull(),
    createdAt: instant(),
    /** When it was rung last, and what its push service said; null: never. */
    lastRungAt: text(),
    lastAnswer: text(),
  },
  (t) => [
    check('florist_devices_name_length', length('name', 1, 60)),
    check('florist_devices_endpoint_length', length('endpoint', 1, 1000)),
    check('florist_devices_keys_length', `${length('p256dh', 80, 100)} and ${length('auth', 20, 40)}`),
    check('florist_devices_instants', isoInstants('last_rung_at')),
    index('florist_devices_shop').on(t.shopId),
  ],
)
