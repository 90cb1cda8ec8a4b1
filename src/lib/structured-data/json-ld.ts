import type { Thing } from 'schema-dts'

/** The schema.org data of a page: one node, or several that may refer to each other. */
export type StructuredData = Node | readonly Node[]

type Node = Exclude<Thing, string>

/**
 * Structured data as the text of a script element.
 * @param data one node or several; several become one graph
 */
export function jsonLd(data: StructuredData): string {
  // As the union of everything that schema.org knows, narrowing it would take a seventh of the whole type check.
  const written: object = data
  const nodes = Array.isArray(written) ? { '@graph': written } : written
  // A script element ends at the first "</script", whatever JSON thinks of it.
  return JSON.stringify({ '@context': 'https://schema.org', ...nodes }).replaceAll('<', '\\u003c')
}
