import * as z from 'zod/mini'
import { line, nullIfMissing, plainLine, text, textOrNull, whole } from '#api/http/field-schema.ts'
import { pageQuery, updateOf } from '#api/http/page-schema.ts'
import {
  CONTAINERS,
  HEIGHT_MAX_INCHES,
  IMAGE_URL_MAX,
  isPictureAddress,
  PRICE_MAX_CENTS,
  SKU_MAX,
  STEMS_MAX,
  TITLE_MAX,
} from '#domain/catalogue.ts'
import { DESCRIPTION_MAX } from '#domain/limits.ts'

const NOT_ABOVE_ZERO = 'Price must be greater than zero'

/** The address of a picture, or null. @param label of its field */
const pictureAddress = (label: string) =>
  nullIfMissing(
    textOrNull(IMAGE_URL_MAX, {
      tooLong: `${label} must be ${IMAGE_URL_MAX} characters or less`,
      rule: [
        isPictureAddress,
        `${label} must start with https:// or be a path on this site, such as /bouquets/rose.jpg`,
      ],
    }),
  )

/** The fields of a product. */
export const productForm = z.strictObject({
  sku: plainLine('SKU is required', SKU_MAX, `SKU must be ${SKU_MAX} characters or less`),
  title: line('Title is required', TITLE_MAX, `Title must be ${TITLE_MAX} characters or less`),
  priceCents: z
    .int({
      error: ({ input }) => {
        if (input === undefined) return 'Price is required'
        return Number(input) < 0 ? NOT_ABOVE_ZERO : 'Price must be dollars and cents, such as 49.99'
      },
    })
    .check(
      z.positive({ error: NOT_ABOVE_ZERO, abort: true }),
      z.maximum(PRICE_MAX_CENTS, 'Price must be less than $10,000.00'),
    ),
  description: nullIfMissing(textOrNull(DESCRIPTION_MAX, { lines: 'many' })),
  imageUrl: pictureAddress('Image URL'),
  /** A second look at it; null: there is none. */
  secondImageUrl: pictureAddress('Second picture'),
  /** About how tall it is, and how many stems it has; null where nobody has said so. */
  heightInches: nullIfMissing(z.nullable(whole(1, HEIGHT_MAX_INCHES, 'inches'))),
  stems: nullIfMissing(z.nullable(whole(1, STEMS_MAX, 'stems'))),
  container: nullIfMissing(z.nullable(z.enum(CONTAINERS, 'Please choose a wrap or a vase, or neither'))),
})

export const productListQuery = z.object(pageQuery)

export const productUpdate = updateOf(productForm)

/** The address of an update. One without an id is for the service to refuse: the log names it. */
export const productUpdateParams = z.object({ id: text().check(z.trim(), z.maxLength(64)) })

/** Deleting a product that the storefront sells takes it off sale: the request must confirm that. */
export const productDeleteQuery = z.object({ confirmOnSale: z.optional(z.literal('true')) })

export type ProductForm = z.infer<typeof productForm>
export type ProductFormInput = z.input<typeof productForm>
export type ProductUpdate = z.infer<typeof productUpdate>
