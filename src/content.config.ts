import { defineCollection } from 'astro:content'
import { glob, type Loader } from 'astro/loaders'
import { draftNames } from '#src/build/texts/drafts.ts'
import { questionSchema } from '#src/features/faq/question-schema.ts'
import { articleSchema } from '#src/features/learn/article-schema.ts'
import { pageSchema } from '#src/features/legal/page-schema.ts'

// The texts of the house. An entry's id is the name of its file.
const id = ({ entry }: { entry: string }) => entry.replace(/^.*\//, '').replace(/\.mdx?$/, '')

const texts = (base: string, pattern: string | string[]): Loader =>
  glob({ pattern, base, generateId: id, retainBody: false })

/** A draft is left out before it is read, so that nothing of it gets into what is built. */
const articles: Loader = {
  name: 'articles',
  load: (context) => {
    const drafts = import.meta.env.DEV ? [] : draftNames('content/learn')
    return texts('content/learn', ['*.mdx', ...drafts.map((name) => `!${name}`)]).load(context)
  },
}

export const collections = {
  learn: defineCollection({ loader: articles, schema: articleSchema }),
  faq: defineCollection({ loader: texts('content/faq', '**/*.md'), schema: questionSchema }),
  legal: defineCollection({ loader: texts('content/legal', '*.md'), schema: pageSchema }),
  about: defineCollection({ loader: texts('content', 'about.mdx'), schema: pageSchema }),
}
