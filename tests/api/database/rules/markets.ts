import {
  marketClosedDates,
  markets,
  marketZipcodes,
  shopCapacityDates,
  shops,
  states,
} from '#drizzle/schema/markets.ts'
import {
  calendarDate,
  checks,
  counting,
  each,
  flag,
  jsonObject,
  notWhole,
  same,
  textOf,
  uniques,
  wholeOrNull,
  withAll,
  zip5,
  zip5or9,
  zone,
} from './rule.ts'

const hours = jsonObject('openingHours')
const weekdays = jsonObject('weekdayCapacity')
const minutes = jsonObject('answerMinutes')
const asks = { asksForAnswer: 1 }
const reason = textOf('pausedReason', 1, 300)

export const CHECKS = [
  ...checks(states, {
    states_code_shape: {
      refuses: each('code', 'ny', 'Ny', 'N', 'NYC', 'N1', 'ÉT', '', ' N'),
      allows: each('code', 'NY', 'ZZ'),
    },
  }),
  ...checks(markets, {
    markets_name_length: textOf('name', 1, 100),
    markets_name_trimmed: {
      refuses: each('name', ' Boston', 'Boston ', 'Boston\n', '\tBoston', 'Boston\u00a0'),
      allows: each('name', 'Boston', 'New York City'),
    },
    markets_time_zone_shape: zone('timeZone'),
    markets_opening_hours_json: {
      refuses: hours.refuses,
      allows: { ...hours.allows, 'always open': { openingHours: null } },
    },
    markets_paused_reason_length: {
      refuses: reason.refuses,
      allows: { ...reason.allows, 'not paused': { pausedReason: null } },
    },
    markets_closed_without_florist_flag: flag('closedWithoutFlorist'),
    markets_asks_flag: flag('asksForAnswer'),
    markets_assigns_flag: {
      refuses: {
        'nobody is asked': { assignsAutomatically: 1, asksForAnswer: 0 },
        ...withAll(asks, flag('assignsAutomatically').refuses),
      },
      allows: withAll(asks, flag('assignsAutomatically').allows),
    },
    markets_answer_minutes_json: {
      refuses: minutes.refuses,
      allows: { ...minutes.allows, 'the usual ones': { answerMinutes: null } },
    },
    markets_fulfilment_minutes: counting('fulfilmentMinutes'),
    markets_choice_after_minutes: wholeOrNull('offersChoiceAfterMinutes'),
    markets_choice_hours: counting('choiceHours'),
    markets_version: counting('version'),
  }),
  ...checks(marketClosedDates, {
    market_closed_dates_shape: calendarDate('date'),
  }),
  ...checks(marketZipcodes, { market_zipcodes_shape: zip5('zipcode') }),
  ...checks(shops, {
    shops_name_length: textOf('name', 1, 200),
    shops_city_length: textOf('city', 1, 100),
    shops_street_length: textOf('streetAddress', 1, 200),
    shops_zip_shape: zip5or9('zip'),
    shops_active_flag: flag('active'),
    shops_weekday_capacity_json: {
      refuses: weekdays.refuses,
      allows: { ...weekdays.allows, 'no limit': { weekdayCapacity: null } },
    },
    shops_hourly_capacity: wholeOrNull('hourlyCapacity'),
    shops_default_percentage: {
      refuses: { ...each('defaultPercentage', -1, 101), ...notWhole('defaultPercentage') },
      allows: each('defaultPercentage', 0, 80, 100),
    },
    shops_version: counting('version'),
  }),
  ...checks(shopCapacityDates, {
    shop_capacity_dates_shape: calendarDate('date'),
    shop_capacity_dates_capacity: wholeOrNull('capacity'),
  }),
]

export const UNIQUES = [
  ...uniques(states, {
    states_code_unique: {
      refuses: { 'the same code': same(['code']) },
      allows: { 'another code': [{ code: 'NY' }, { code: 'NJ' }] },
    },
    states_name_unique: {
      refuses: { 'the same name': same(['name']) },
      allows: { 'another name': [{ name: 'North Dakota' }, { name: 'South Dakota' }] },
    },
  }),
  ...uniques(markets, {
    markets_name: {
      refuses: {
        'the same name': same(['name']),
        'the same name in other letters': [{ name: 'San Francisco' }, { name: 'SAN francisco' }],
      },
      allows: { 'another name in the same zone': same(['timeZone']) },
    },
  }),
]
