/** A page that search engines may show. */
export type Page = { path: string; title: string; description: string }

/** It stands among the articles, and is none: nobody writes it in content/. */
export const APOLOGY_CHECK = {
  path: '/learn/apology-check',
  title: 'Apology Check',
  description:
    'Paste an apology and see the words that undo it, the steps that are missing, and how bad it is from 1 to 10. Nothing leaves your browser.',
} as const satisfies Page

/** The pages that are not texts of content/, with what they are, for llms.txt and lists of pages. */
export const FIXED_PAGES = [
  {
    path: '/',
    title: 'Check your ZIP code',
    description: 'Whether we deliver to a ZIP code, and how same-day apology flowers work.',
  },
  {
    path: '/home',
    title: 'Bouquets',
    description: 'The three bouquets, Really Bad, Extremely Bad and Nuclear Bad, with their prices.',
  },
  {
    path: '/faq',
    title: 'FAQ',
    description: 'Answers about orders, delivery, prices, payment, florists and what happens after.',
  },
  {
    path: '/stop',
    title: 'Stop flowers',
    description:
      'Where whoever got flowers stops those of one sender, or all from this shop, by the code of the card.',
  },
  {
    path: '/learn',
    title: 'Learn',
    description: 'All articles about apologies, gifts and the weeks after.',
  },
  APOLOGY_CHECK,
] as const satisfies readonly Page[]
