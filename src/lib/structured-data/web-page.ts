import type { AboutPageLeaf, WebPageLeaf } from 'schema-dts'
import { SITE } from '#domain/site.ts'
import { address } from '#src/lib/address.ts'
import { isoInstant } from '#src/lib/iso-day.ts'
import { publisher, shop } from './shop.ts'

export type PageFacts = {
  path: string
  title: string
  description: string
  updated: Date
}

/** A page of one text, for example the terms. */
export function webPage(facts: PageFacts): WebPageLeaf {
  return { '@type': 'WebPage', ...common(facts), publisher: publisher() }
}

/** The page about the shop, with the shop. */
export function aboutPage(facts: PageFacts): AboutPageLeaf {
  return { '@type': 'AboutPage', ...common(facts), mainEntity: shop() }
}

function common({ path, title, description, updated }: PageFacts) {
  return {
    name: title,
    description,
    url: address(path),
    dateModified: isoInstant(updated),
    inLanguage: SITE.language,
  }
}
