import { type CollectionEntry, type CollectionKey, render } from 'astro:content'
import type { ReadingNotes } from '#src/build/reading-notes.ts'

/** A text of ours, ready to be set, with what the build noted about it. */
export async function readText(entry: CollectionEntry<CollectionKey>) {
  const { Content, remarkPluginFrontmatter } = await render(entry)
  const notes: ReadingNotes = remarkPluginFrontmatter['notes']
  return { Content, ...notes }
}
