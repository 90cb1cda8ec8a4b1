import { SITE } from '#domain/site.ts'
import { SHARE_FOLDER } from '#src/lib/page-metadata.ts'
import type { Picture } from './picture.ts'

/** A page that is shown with a picture of its own when somebody shares it. */
export type SharedPage = { path: string; title: string }

/** The rendered page's own title, address and picture; null if it has no picture of its own. */
export function sharedPage(html: string): SharedPage | null {
  const [picture, title, address] = ['image', 'title', 'url'].map((name) => openGraph(html, name))
  if (!picture || !title || !address) return null
  if (!new URL(picture).pathname.startsWith(SHARE_FOLDER)) return null
  return { path: new URL(address).pathname, title: title.replace(` | ${SITE.brand}`, '') }
}

const BOUQUETS = ['really-bad', 'extremely-bad', 'nuclear-bad'] as const

/** The words and the bouquet on the picture of a page. */
export function describePage({ path, title }: SharedPage): Picture {
  if (path === '/') return { title, eyebrow: 'Apology flowers', bouquet: 'nuclear-bad' }
  if (path === '/home') return { title, eyebrow: 'Three bouquets', bouquet: 'extremely-bad' }
  // Any of the three, but always the same for a page.
  const sum = [...path].reduce((all, letter) => all + letter.charCodeAt(0), 0)
  const bouquet = BOUQUETS[sum % BOUQUETS.length] ?? 'really-bad'
  return { title, eyebrow: path.startsWith('/learn') ? 'Learn' : 'Good to know', bouquet }
}

function openGraph(html: string, name: string): string | undefined {
  const [, content] = new RegExp(`<meta property="og:${name}" content="([^"]*)"`).exec(html) ?? []
  return content?.replaceAll(/&(?:#(\d+)|amp|quot|lt|gt);/g, (entity, code: string | undefined) =>
    code ? String.fromCodePoint(Number(code)) : (ENTITIES[entity] ?? entity),
  )
}

const ENTITIES: Readonly<Record<string, string>> = { '&amp;': '&', '&quot;': '"', '&lt;': '<', '&gt;': '>' }
