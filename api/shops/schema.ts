import * as z from 'zod/mini'
import { phoneOrNull } from '#api/http/contact-schema.ts'
import { line, nullIfMissing, plainLine, text, textOrNull } from '#api/http/field-schema.ts'
import { pageQuery, updateOf } from '#api/http/page-schema.ts'
import { CAPACITY_MAX } from '#domain/capacity.ts'
import { DEFAULT_SHOP_PERCENT } from '#domain/cost-split.ts'
import { ADDRESS_MAX, CAPACITY_DATES_MAX, CITY_MAX, EMAIL_MAX, SHOP_NAME_MAX } from '#domain/limits.ts'
import { WITHOUT_FLORIST } from '#domain/market-orders.ts'
import { byWeekday } from '#domain/opening-hours.ts'
import { isEmail } from '#domain/text.ts'
import { isZip5Or9 } from '#domain/zip.ts'
import { isCalendarDate } from '#domain/zoned-time.ts'

const CAPACITY_WRONG = 'Please enter a whole number, 0 or more, or leave it empty for no limit'
const PERCENTAGE_WRONG = 'Please enter a whole number from 0 to 100'

/** Bouquets; null: no limit. */
const capacity = z.nullable(
  z
    .int({ error: CAPACITY_WRONG })
    .check(
      z.gte(0, CAPACITY_WRONG),
      z.lte(CAPACITY_MAX, `Please keep this to ${CAPACITY_MAX.toLocaleString('en-US')}`),
    ),
)

/** The fields of a florist shop. */
export const shopForm = z.strictObject({
  name: line('Shop name is required', SHOP_NAME_MAX),
  streetAddress: line('Street address is required', ADDRESS_MAX),
  city: line('City is required', CITY_MAX),
  stateId: line('State is required', 64),
  zip: plainLine('ZIP code is required', 40).check(
    z.refine(isZip5Or9, 'ZIP code must be 5 digits or 5+4 format'),
  ),
  marketId: line('Market is required', 64),
  phone: nullIfMissing(phoneOrNull),
  email: nullIfMissing(
    textOrNull(EMAIL_MAX, { plain: true, rule: [isEmail, 'Please enter a valid email address'] }),
  ),
  /** An inactive shop gets no new orders. */
  active: z._default(z.boolean(), true),
  /** Bouquets a day by weekday, '0' is Sunday; null: no limit. */
  weekdayCapacity: z._default(z.nullable(z.strictObject(byWeekday(() => capacity))), null),
  /** Bouquets due in one clock hour, of the options that promise an hour; null: no limit. */
  hourlyCapacity: z._default(capacity, null),
  /** Instead of the weekday's; a capacity of null is no limit, 0 is closed. */
  capacityDates: z._default(
    z
      .array(
        z.strictObject({
          date: text().check(z.refine(isCalendarDate, 'Please enter a valid date')),
          capacity,
        }),
      )
      .check(
        z.maxLength(CAPACITY_DATES_MAX, `Please keep this to ${CAPACITY_DATES_MAX} dates`),
        z.check(({ value, issues }) => {
          value.forEach(({ date }, at) => {
            if (value.findIndex((other) => other.date === date) === at) return
            issues.push({
              code: 'custom',
              input: date,
              path: [at, 'date'],
              message: 'This date is already listed',
            })
          })
        }),
        z.overwrite((dates) => dates.toSorted((one, other) => (one.date < other.date ? -1 : 1))),
      ),
    [],
  ),
  /** The shop's part of the total that a new assignment suggests. */
  defaultPercentage: z._default(
    z.int({ error: PERCENTAGE_WRONG }).check(z.gte(0, PERCENTAGE_WRONG), z.lte(100, PERCENTAGE_WRONG)),
    DEFAULT_SHOP_PERCENT,
  ),
  /** Shoppers see the shop's photographs of finished bouquets, with its name. */
  showsPhotos: z._default(z.boolean(), false),
  /** The shop agreed that we text its phone about orders. */
  takesTexts: z._default(z.boolean(), false),
})

/** Confirms what becomes of a market that this write leaves without a florist. */
const withoutFlorist = z.optional(z.enum(WITHOUT_FLORIST))

export const shopUpdate = z.strictObject({ ...updateOf(shopForm).shape, withoutFlorist })

export const shopDeleteQuery = z.object({ withoutFlorist })

export const shopListQuery = z.object(pageQuery)

export const shopOrdersQuery = z.object({ page: pageQuery.page })

export type ShopForm = z.infer<typeof shopForm>
export type ShopFormInput = z.input<typeof shopForm>
export type ShopUpdate = z.infer<typeof shopUpdate>
export type ShopUpdateInput = z.input<typeof shopUpdate>
