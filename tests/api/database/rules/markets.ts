import { marketClosedDates, markets, marketZipcodes, shops, states } from '#drizzle/schema/markets.ts'
import {
  checks,
  counting,
  each,
  flag,
  jsonObject,
  same,
  textOf,
  uniques,
  zip5,
  zip5or9,
  zone,
} from './rule.ts'

const hours = jsonObject('openingHours')
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
    markets_version: counting('version'),
  }),
  ...checks(marketClosedDates, {
    market_closed_dates_shape: {
      refuses: {
        ...each('date', '2026-02-30', '2027-02-29', '2026-04-31', '2026-13-01', '2026-00-10', '2026-12-00'),
        ...each('date', '', 'Christmas', '2026-2-3', '25.12.2026', '12/25/2026', '20261225', '2026-12'),
        ...each('date', '2026-12-25T00:00:00.000Z', '2026-12-25 ', ' 2026-12-25', '12:00', 2_461_000.5),
      },
      allows: each('date', '2026-02-28', '2028-02-29', '2026-12-31'),
    },
  }),
  ...checks(marketZipcodes, { market_zipcodes_shape: zip5('zipcode') }),
  ...checks(shops, {
    shops_name_length: textOf('name', 1, 200),
    shops_city_length: textOf('city', 1, 100),
    shops_street_length: textOf('streetAddress', 1, 200),
    shops_zip_shape: zip5or9('zip'),
    shops_active_flag: flag('active'),
    shops_version: counting('version'),
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
