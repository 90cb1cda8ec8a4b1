import { defineCollection } from 'astro:content'
import { contentLoader } from '#src/build/content-checks/loader.ts'
import { questionSchema } from '#src/storefront/faq/question-schema.ts'
import { articleSchema } from '#src/storefront/learn/article-schema.ts'
import { pageSchema } from '#src/storefront/legal/page-schema.ts'

const content = (base: string, pattern: string) => contentLoader(base, pattern, import.meta.env.DEV)

// The files that editors write (docs/editing.md).
export const collections = {
  learn: defineCollection({ loader: content('content/learn', '*.mdx'), schema: articleSchema }),
  faq: defineCollection({ loader: content('content/faq', '**/*.md'), schema: questionSchema }),
  legal: defineCollection({ loader: content('content/legal', '*.md'), schema: pageSchema }),
  about: defineCollection({ loader: content('content', 'about.mdx'), schema: pageSchema }),
}
