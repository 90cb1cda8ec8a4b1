import { defineCollection } from 'astro:content'
import { textLoader } from '#src/build/texts/loader.ts'
import { questionSchema } from '#src/storefront/faq/question-schema.ts'
import { articleSchema } from '#src/storefront/learn/article-schema.ts'
import { pageSchema } from '#src/storefront/legal/page-schema.ts'

const texts = (base: string, pattern: string) => textLoader(base, pattern, import.meta.env.DEV)

// The texts of the house.
export const collections = {
  learn: defineCollection({ loader: texts('content/learn', '*.mdx'), schema: articleSchema }),
  faq: defineCollection({ loader: texts('content/faq', '**/*.md'), schema: questionSchema }),
  legal: defineCollection({ loader: texts('content/legal', '*.md'), schema: pageSchema }),
  about: defineCollection({ loader: texts('content', 'about.mdx'), schema: pageSchema }),
}
