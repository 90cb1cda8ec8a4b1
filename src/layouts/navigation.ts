import { articlePath, articles, menuTitle } from '#src/storefront/learn/articles.ts'

/**
 * The path of a page as links to it are written. Prerendered pages have the name of their file in their address.
 * @param url the page's address (`Astro.url`)
 */
export function pathOf(url: URL): string {
  return url.pathname.replace(/(\/index)?\.html$/, '') || '/'
}

/** A link of the top bar or the footer. */
export type NavigationLink = { href: string; label: string }

/** The Learn menu of the top bar: every article. */
export async function learnLinks(): Promise<NavigationLink[]> {
  return (await articles()).map((article) => ({ href: articlePath(article), label: menuTitle(article) }))
}

/** The footer's columns before Contact. */
export async function footerColumns(): Promise<{ title: string; links: NavigationLink[] }[]> {
  const resources = (await articles()).filter(({ data }) => data.footer)
  return [
    {
      title: 'Company',
      links: [
        { href: '/about', label: 'About Us' },
        { href: '/faq', label: 'FAQ' },
        { href: '/find-order', label: 'Find my order' },
        { href: '/login', label: 'Login' },
      ],
    },
    {
      title: 'Resources',
      links: resources.map((article) => ({ href: articlePath(article), label: menuTitle(article) })),
    },
  ]
}

/** The last line of the footer. */
export const legalLinks: readonly NavigationLink[] = [
  { href: '/privacy', label: 'Privacy' },
  { href: '/terms', label: 'Terms' },
  { href: '/refunds', label: 'Refunds' },
  { href: '/safety', label: 'Safety' },
]
