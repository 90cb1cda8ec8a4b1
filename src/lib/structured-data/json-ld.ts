import type { Thing } from 'schema-dts'

/** What a page says about itself in schema.org's words: one node, or several that may name each other. */
export type StructuredData = Node | readonly Node[]

type Node = Exclude<Thing, string>

/**
 * Structured data as the text of a script element.
 * @param data one node or several; several become one graph
 */
export function jsonLd(data: StructuredData): string {
  const nodes = Array.isArray(data) ? { '@graph': data } : data
  // A script element ends at the first "</script", whatever JSON thinks of it.
  return JSON.stringify({ '@context': 'https://schema.org', ...nodes }).replaceAll('<', '\\u003c')
}
