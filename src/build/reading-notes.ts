import type { HastNode, HastPluginDefinition } from 'satteri'
import { slugify } from '#domain/text.ts'

/** A picture is shown as wide as the column of an article, which has 36rem. */
const SIZES = '(min-width: 40rem) 36rem, 100vw'

/** Words a person reads in a minute. */
const PACE = 220

/** The build's notes about a text for its page: `remarkPluginFrontmatter.notes`. */
export type ReadingNotes = {
  /** The minutes that it takes to read, at least one. */
  minutes: number
  /** Its parts in order: headings, levels, steps. */
  contents: { id: string; title: string; number?: string }[]
  /** The sources that the text refers to; the first reference to source n has the id `cited-n`. */
  cited: number[]
}

/**
 * Notes minutes, parts and cited sources; numbers the steps; gives parts and first citations their ids and pictures their
 * widths; puts tables into boxes that scroll by themselves.
 */
export const readingNotesPlugin: HastPluginDefinition = {
  name: 'reading-notes',
  before(root, ctx) {
    const notes: ReadingNotes = { minutes: 1, contents: [], cited: [] }
    const parts = new Map<string, number>()
    let words = 0
    let steps = 0
    read(root)
    notes.minutes = Math.max(1, Math.round(words / PACE))
    if (ctx.data.astro) ctx.data.astro.frontmatter['notes'] = notes

    function read(node: Readonly<HastNode>): void {
      if (node.type === 'text') words += count(node.value)
      if (node.type === 'element') note(node)
      if (node.type === 'mdxJsxFlowElement') noteComponent(node)
      if ('children' in node) for (const child of node.children) read(child)
    }

    function note(node: Readonly<Extract<HastNode, { type: 'element' }>>): void {
      const href = String(node.properties['href'] ?? '')
      const source = Number(/^#source-(\d+)$/.exec(href)?.[1])
      if (source && !notes.cited.includes(source)) {
        notes.cited.push(source)
        ctx.setProperty(node, 'id', `cited-${source}`)
      }
      if (node.tagName === 'h2') {
        const title = ctx.textContent(node)
        const id = idOf(title)
        ctx.setProperty(node, 'id', id)
        notes.contents.push({ id, title })
      }
      // The framework makes several sizes of it, of which the browser chooses.
      if (node.tagName === 'img') ctx.setProperty(node, 'sizes', SIZES)
      if (node.tagName === 'table') {
        const label = notes.contents.at(-1)?.title
        const properties = {
          className: ['scroll'],
          role: 'region',
          tabIndex: 0,
          'aria-label': label ? `Table: ${label}` : 'Table',
        }
        ctx.wrapNode(node, { type: 'element', tagName: 'div', properties, children: [] })
      }
    }

    function noteComponent(node: Readonly<Extract<HastNode, { type: 'mdxJsxFlowElement' }>>): void {
      const title = textOf(node, 'title')
      words += count(title)
      if (node.name === 'Step') {
        steps += 1
        ctx.setProperty(node, 'number', String(steps))
        notes.contents.push({ id: `step-${steps}`, title, number: String(steps) })
      }
      if (node.name === 'Level') {
        const number = textOf(node, 'value')
        notes.contents.push({ id: `level-${number}`, title, number })
      }
    }

    /** Two parts of the same name have different ids. */
    function idOf(title: string): string {
      const id = slugify(title) || 'part'
      const before = parts.get(id) ?? 0
      parts.set(id, before + 1)
      return before === 0 ? id : `${id}-${before + 1}`
    }
  },
}

function count(text: string): number {
  return text.match(/\S*[\p{L}\p{N}]\S*/gu)?.length ?? 0
}

/** A property of a component, written as text or as an expression: `value="9"` or `value={9}`. */
function textOf(node: Readonly<Extract<HastNode, { type: 'mdxJsxFlowElement' }>>, name: string): string {
  for (const one of node.attributes) {
    if (one.type !== 'mdxJsxAttribute' || one.name !== name) continue
    return typeof one.value === 'string' ? one.value : (one.value?.value ?? '')
  }
  return ''
}
