import { CUTOFF_HOUR } from '#domain/availability.ts'
import { DELIVERY_OPTIONS } from '#domain/delivery.ts'
import { CURRENCY } from '#domain/pricing.ts'
import { SITE } from '#domain/site.ts'
import { cutText } from '#domain/text.ts'
import { dollars } from './flow-address.ts'
import { address } from './page-metadata.ts'
import type { StorefrontProduct } from './shop-api.ts'
import { bouquetPage, pictures } from './structured-data.ts'

type Product = Pick<StorefrontProduct, 'sku' | 'title' | 'description' | 'priceCents' | 'imageUrl'>

/** An element with its text, or with further elements. */
type Element = readonly [name: string, content: string | readonly Element[]]

/** Merchant centers cut a longer one. */
const TITLE_MAX = 150

/**
 * The bouquets on sale as merchant centers fetch them: RSS 2.0 with the names of Google's product data specification. None on
 * sale: a feed without items.
 */
export function productFeed(products: readonly Product[]): string {
  const channel: Element[] = [
    ['title', SITE.brand],
    ['link', address('/home')],
    ['description', SITE.description],
    ...products.map((product): Element => ['item', item(product)]),
  ]
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0">',
    written(['channel', channel]),
    '</rss>',
    '',
  ].join('\n')
}

function item(product: Product): Element[] {
  const [picture = ''] = pictures(product)
  return [
    ['g:id', product.sku],
    ['title', cutText(product.title, TITLE_MAX)],
    ['description', product.description],
    ['link', bouquetPage(product)],
    // A JPEG, if it is uploaded or ours; AVIF, which pages show, is not taken.
    ['g:image_link', address(picture)],
    ['g:availability', 'in_stock'],
    ['g:price', price(product.priceCents)],
    ['g:brand', SITE.brand],
    ['g:condition', 'new'],
    // Bouquets are made by hand: they have neither a GTIN nor a part number.
    ['g:identifier_exists', 'no'],
    ...SITE.cities.flatMap(({ zipPrefixes }) => zipPrefixes.flatMap(deliveries)),
    ['g:handling_cutoff_time', CUTOFF],
  ]
}

/** The deliveries where ZIP codes begin like this: what each costs, and how many days it takes. */
function deliveries(zipPrefix: string): Element[] {
  return Object.values(DELIVERY_OPTIONS).map(({ label, feeCents, sameDay }) => {
    const days = sameDay ? '0' : '1'
    return [
      'g:shipping',
      [
        ['g:country', 'US'],
        ['g:postal_code', `${zipPrefix}*`],
        ['g:service', label],
        ['g:price', price(feeCents)],
        ['g:min_handling_time', '0'],
        ['g:max_handling_time', '0'],
        ['g:min_transit_time', days],
        ['g:max_transit_time', days],
      ],
    ]
  })
}

/** Without a time zone it is read by the clock of the destination, as it is meant. */
const CUTOFF: readonly Element[] = [
  ['g:country', 'US'],
  ['g:cutoff_time', `${CUTOFF_HOUR}00`.padStart(4, '0')],
]

function price(cents: number): string {
  return `${dollars(cents)} ${CURRENCY.toUpperCase()}`
}

function written([name, content]: Element): string {
  const inside = typeof content === 'string' ? escaped(content) : `\n${content.map(written).join('\n')}\n`
  return `<${name}>${inside}</${name}>`
}

/** A text inside an element. The shop's texts have no characters that XML could not hold (`normaliseText`). */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
