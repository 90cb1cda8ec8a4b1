import { satteriHeadingIdsPlugin } from '@astrojs/markdown-satteri'
import type { MarkdownHeading } from 'astro'
import { markdownToHtml, mdxToJs } from 'satteri'
import { type ReadingNotes, readingNotesPlugin } from '#src/build/reading-notes.ts'

/** The parts of a page to which links can lead: the ids of headings, levels and steps, as the build gives them. */
export function partIdsOf(path: string, text: string): ReadonlySet<string> {
  const astro = {
    frontmatter: {} as { notes?: ReadingNotes },
    headings: [] as MarkdownHeading[],
    localImagePaths: new Set<string>(),
    remoteImagePaths: new Set<string>(),
  }
  const options = { hastPlugins: [readingNotesPlugin, satteriHeadingIdsPlugin()], data: { astro } }
  // Without plugins that wait for something, both are done when they return.
  if (path.endsWith('.mdx')) mdxToJs(text, options)
  else markdownToHtml(text, options)
  const contents = astro.frontmatter.notes?.contents ?? []
  return new Set([...astro.headings.map(({ slug }) => slug), ...contents.map(({ id }) => id)])
}
