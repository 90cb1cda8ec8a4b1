import { defineCollection } from 'astro:content'
import { glob } from 'astro/loaders'
import { questionSchema } from '#src/features/faq/question-schema.ts'
import { articleSchema } from '#src/features/learn/article-schema.ts'
import { pageSchema } from '#src/features/legal/page-schema.ts'

// The texts of the house. An entry's id is the name of its file.
const id = ({ entry }: { entry: string }) => entry.replace(/^.*\//, '').replace(/\.mdx?$/, '')

export const collections = {
  learn: defineCollection({
    loader: glob({ pattern: '*.mdx', base: 'content/learn', generateId: id, retainBody: false }),
    schema: articleSchema,
  }),
  faq: defineCollection({
    loader: glob({ pattern: '**/*.md', base: 'content/faq', generateId: id, retainBody: false }),
    schema: questionSchema,
  }),
  legal: defineCollection({
    loader: glob({ pattern: '*.md', base: 'content/legal', generateId: id, retainBody: false }),
    schema: pageSchema,
  }),
  about: defineCollection({
    loader: glob({ pattern: 'about.mdx', base: 'content', generateId: id, retainBody: false }),
    schema: pageSchema,
  }),
}
