import { markdownToMdast, mdxToMdast } from 'satteri'

/** A node of a text's tree, as far as the check looks at it. */
export type Node = {
  type: string
  children?: readonly Node[]
  position?: { start: { line: number } }
  /** Of links and pictures. */
  url?: string
  alt?: string | null
  /** Of a heading: how many #. */
  depth?: number
  /** Of a piece or a tag; absent: a fragment. */
  name?: string | null
  attributes?: readonly Attribute[]
  /** Of text, code, HTML and expressions. */
  value?: string
}

export type Attribute = { type: string; name?: string; value?: string | null | { value: string } }

/** Reads a text with the parser that Astro compiles it with. @throws Error `line:column: reason` */
export function parse(path: string, body: string): Node {
  const options = { features: { frontmatter: false } }
  return (path.endsWith('.mdx') ? mdxToMdast(body, options) : markdownToMdast(body, options)) as Node
}

/** A node and all below it, in the order of the text. */
export function* walk(node: Node): Generator<Node> {
  yield node
  for (const child of node.children ?? []) yield* walk(child)
}

/** Where a node begins. */
export function lineOf(node: Node): number | undefined {
  return node.position?.start.line
}
