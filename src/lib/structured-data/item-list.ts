import type { ItemListLeaf } from 'schema-dts'
import { address } from '#src/lib/address.ts'

/** Pages of ours in the order in which a page lists them (Google: carousel). */
export function itemList(items: readonly { name: string; path: string }[]): ItemListLeaf {
  return {
    '@type': 'ItemList',
    itemListElement: items.map(({ name, path }, i) => ({
      '@type': 'ListItem',
      position: i + 1,
      name,
      url: address(path),
    })),
  }
}
