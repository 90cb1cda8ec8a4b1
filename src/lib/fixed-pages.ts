/** A page that search engines may show. */
export type Page = { path: string; title: string; description: string }

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
] as const satisfies readonly Page[]
