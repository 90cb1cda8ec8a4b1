import type { WebSiteLeaf } from 'schema-dts'
import { SITE } from '#domain/site.ts'
import { address } from '#src/lib/address.ts'
import { shopReference } from './shop.ts'

/** The site as a whole: what search engines call it (Google: site names). */
export function webSite(): WebSiteLeaf {
  return {
    '@type': 'WebSite',
    '@id': address('/#site'),
    name: SITE.brand,
    url: address('/'),
    description: SITE.description,
    inLanguage: SITE.language,
    publisher: shopReference(),
  }
}
