import type { APIRoute } from 'astro'
import { STOREFRONT_SKUS } from '#domain/catalogue.ts'
import { SITE } from '#domain/site.ts'
import { type IndexablePage, indexablePages } from '#src/lib/site-map.ts'

/** Describes the shop and its pages for language models (llmstxt.org). */
export const GET: APIRoute = async ({ site }) => {
  const pages = await indexablePages()
  const linkTo = (path: string) => new URL(path, site).href
  const list = (some: readonly IndexablePage[]) =>
    some.map(({ path, title, description }) => `- [${title}](${linkTo(path)}): ${description}`).join('\n')
  const isArticle = ({ path }: IndexablePage) => path.startsWith('/learn/')
  const cities = SITE.cities.map(({ name }) => name).join(' and ')
  const zips = SITE.cities
    .map(({ name, zipPrefixes }) => `${name} (most begin with ${zipPrefixes.join(', ')})`)
    .join(' and ')
  return new Response(`# ${SITE.brand}

> ${SITE.description}

Three bouquets, graded by how badly the buyer messed up: Really Bad, Extremely Bad, Nuclear Bad. Delivered in ${cities}: within the hour, within a few hours, today by 8 PM or tomorrow by noon. For delivery on the same day, order before 2 PM local time. An order begins at the ZIP code. Support is there ${SITE.supportHours}: ${SITE.supportEmail}.

## Shop

${list(pages.filter((page) => !isArticle(page)))}

## Articles

${list(pages.filter(isArticle))}

## For agents

- Where: ZIP codes of ${zips}. ${linkTo('/api/zip-codes/')} followed by five digits answers, as JSON, whether that ZIP code is served and which delivery times are open now.
- What: ${linkTo('/products.xml')} has each bouquet on sale with its SKU, price and delivery fees, before sales tax.
- Preparing an order: ${linkTo('/.well-known/ucp')} is our profile of the Universal Commerce Protocol. It names the endpoints for REST and MCP: search the bouquets, see what can be delivered to a ZIP code and until when, prepare a checkout for the buyer. Its \`continue_url\` opens our checkout, filled in.
- Paying: the buyer reads what was prepared, writes the card message and pays on our pages in a browser. No order is placed and no place is held before that, and an agent cannot pay.
- Link to a bouquet: ${linkTo('/buy/')} followed by its SKU and \`:1\`, such as ${linkTo(`/buy/${STOREFRONT_SKUS[0]}:1`)}, opens the shop with that bouquet chosen. It orders nothing and holds nothing. An order is one bouquet.
- Where the profile is not found, the shop is closed to agents: buyers order on our pages by themselves, from their ZIP code on.

## Optional

- [Sitemap](${linkTo('/sitemap.xml')}): every page, with the day of its last change
- [Feed](${linkTo('/rss.xml')}): the articles as RSS
- [Product feed](${linkTo('/products.xml')}): the bouquets on sale as RSS, in the format of Google Merchant Center
`)
}
