import type { BreadcrumbListLeaf } from 'schema-dts'
import { address } from '#src/lib/address.ts'

/** A step of the way to a page; `path` is absent where the step is no page of its own. */
export type Crumb = { name: string; path?: string | undefined }

/**
 * The way to a page as it is shown on it, from the start page to the page itself (Google: Breadcrumb). A step without a
 * page of its own cannot be told and is left out.
 *
 */
export function breadcrumbs(way: readonly Crumb[]): BreadcrumbListLeaf {
  const steps = way.filter((step, i) => step.path !== undefined || i === way.length - 1)
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(({ name, path }, i) => ({
      '@type': 'ListItem',
      position: i + 1,
      name,
      ...(path !== undefined && { item: address(path) }),
    })),
  }
}
