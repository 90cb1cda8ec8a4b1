import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { afterAll, describe, expect, test } from 'vitest'
import { SITE } from '#domain/site.ts'
import { htmlFaults } from './valid-html.ts'
import {
  ARTICLES,
  DELIVERY,
  INDEXED,
  NOT_INDEXED,
  PAYMENT,
  type Page,
  sharedShop,
  TO_READ,
  textOf,
  Visitor,
} from './visitor.ts'

// The content of pages: articles, questions, legal texts, the frame around them, and that their HTML is sound and small.

const shop = sharedShop()
afterAll(() => shop.client.close())

const GROUPS = [
  'General Questions',
  'Orders & Delivery',
  'Subscriptions & Reminders',
  'Pricing & Payments',
  'Florist & Delivery Partnerships',
  'Other Fun Stuff',
]
const DOORS = ['/login', '/login/forgotten', '/login/reset', '/login/invitation']
const articles = Object.entries(ARTICLES)
const articlePaths = Object.keys(ARTICLES).map((slug) => `/learn/${slug}`)
const hrefs = (elements: Element[]) => elements.map((one) => one.getAttribute('href'))
const idsOf = (elements: Element[]) => elements.map(({ id }) => id)

/** The way here: every link, then this page. */
function expectCrumbs({ all, one, texts }: Page, ...way: string[]): void {
  const crumbs = 'nav[aria-label=Breadcrumb]'
  expect(texts(`${crumbs} a`)).toEqual(way.slice(0, -1))
  expect(all(`${crumbs} li`).map((item) => textOf(item).replace(/^\W+|\W+$/g, ''))).toEqual(way)
  expect(textOf(one(`${crumbs} [aria-current=page]`))).toBe(way.at(-1))
}

test.each(articles)(
  'the article %s: title, way here, reading time, date, sources, what to read next',
  async (slug, title) => {
    const page = await shop.read(`/learn/${slug}`)
    expect([page.texts('title'), page.texts('h1')]).toEqual([[`${title} | Apologize Better`], [title]])
    expectCrumbs(page, 'Home', 'Learn', title)
    expect(Number(/(\d+) min read/.exec(page.text)?.[1])).toBeGreaterThan(2)
    const day = page.one('main time')
    const date = new Date(`${day.getAttribute('datetime')}T12:00:00Z`)
    expect(textOf(day)).toBe(date.toLocaleDateString('en-US', { dateStyle: 'long' }))

    const sources = page.all('li[id^=source-]')
    expect(sources.length).toBeGreaterThan(0)
    for (const [i, source] of sources.entries()) {
      expect(source.id).toBe(`source-${i + 1}`)
      const links = hrefs([...source.querySelectorAll('a')])
      expect(links.at(-1)).toMatch(/^https:\/\//)
      // The links lead from the source back to where it is cited, and from there to the source.
      const back = links.find((href) => href?.startsWith('#')) ?? ''
      expect(page.one(back).getAttribute('href')).toBe(`#${source.id}`)
    }
    const heading = page.all('h2').find((one) => textOf(one) === 'Read next')
    const next = hrefs([...(heading?.parentElement?.querySelectorAll('a') ?? [])])
    expect(new Set(next).size).toBe(3)
    expect(articlePaths.filter((path) => path !== `/learn/${slug}`)).toEqual(expect.arrayContaining(next))
    expect(page.all('main a[href="/"]').map(textOf)).toContain('Start with your ZIP')
  },
)

test('the Mess-Up Index goes from 10 down to 7, each with its meter', async () => {
  const page = await shop.read('/learn/mess-up-index')
  const meters = page
    .all('[role=img][aria-label^="Mess-up level"]')
    .map((one) => one.getAttribute('aria-label'))
  expect(meters).toEqual([10, 9, 8, 7].map((level) => `Mess-up level ${level} of 10`))
  expect(idsOf(page.all('h2[id^=level-]'))).toEqual(['level-10', 'level-9', 'level-8', 'level-7'])
  expect(textOf(page.one('[role=note]'))).toContain('1-800-799-7233')
})

test('the Apology Playbook has four steps and marks words to leave out', async () => {
  const page = await shop.read('/learn/apology-playbook')
  expect(idsOf(page.all('h2[id^=step-]'))).toEqual(['step-1', 'step-2', 'step-3', 'step-4'])
  const figures = page.texts('figure')
  expect(figures.find((text) => text.includes('Not this'))).toContain('I’m sorry if anyone was upset.')
  expect(figures[0]).not.toContain('Not this')
})

test('the covers lead to every article', async () => {
  const page = await shop.read('/learn')
  expectCrumbs(page, 'Home', 'Learn')
  for (const [slug, title] of articles) {
    expect(page.all(`main a[href="/learn/${slug}"]`).map(textOf).join()).toContain(title)
  }
})

test('About has its four sections and the people', async () => {
  const page = await shop.read('/about')
  expect(page.texts('main h2')).toEqual(['Our story', 'Our mission', 'The flowers', 'The team'])
  expect(page.all('main h3')).toHaveLength(5)
  expectCrumbs(page, 'Home', 'About Us')
})

test.each(['Privacy', 'Terms', 'Refunds'])(
  '%s says when it was changed; its contents lead to its parts',
  async (name) => {
    const page = await shop.read(`/${name.toLowerCase()}`)
    expect(page.texts('h1')).toEqual([name])
    expect(page.text).toMatch(/Updated [A-Z][a-z]+ \d+, \d{4}/)
    const contents = page.all('nav[aria-labelledby=on-this-page] a')
    expect(contents.length).toBeGreaterThan(1)
    for (const link of contents) expect(textOf(page.one(link.getAttribute('href') ?? ''))).toBe(textOf(link))
    expect(contents.map(textOf)).toEqual(page.texts('main h2').slice(1))
  },
)

test.each([...TO_READ, '/faq'])(
  '%s has one h1, no level of headings left out, each id once, and no island',
  async (path) => {
    const { all } = await shop.read(path)
    expect(all('h1')).toHaveLength(1)
    const levels = all('main :is(h1, h2, h3, h4, h5, h6)').map(({ localName }) => Number(localName[1]))
    for (const [i, level] of levels.entries()) expect(level - (levels[i - 1] ?? 0)).toBeLessThanOrEqual(1)
    const ids = idsOf(all('[id]'))
    expect(new Set(ids).size).toBe(ids.length)
    expect(all('astro-island')).toEqual([])
  },
)

describe('the FAQ', () => {
  test('has six groups in order, each with a link and its questions, of which one is open at a time', async () => {
    const { all, one, texts } = await shop.read('/faq')
    expect(texts('main h2')).toEqual([...GROUPS, 'Still wondering?'])
    const links = all('nav[aria-label="Groups of questions"] a')
    expect(links.map(textOf)).toEqual(GROUPS)
    for (const link of links) {
      expect(
        one(link.getAttribute('href') ?? '').parentElement?.querySelectorAll('details').length,
      ).toBeGreaterThanOrEqual(5)
    }
    expect(new Set(all('details').map((each) => each.getAttribute('name')))).toEqual(new Set(['faq']))
    expect(all('details[open]')).toEqual([])
    expect(one('main a[href="/"]').textContent).toContain('Back to Home')
  })

  test('has an address for each answer, and answers what people ask most', async () => {
    const { all, one, html } = await shop.read('/faq')
    const ids = idsOf(all('.answer'))
    expect(ids.length).toBeGreaterThanOrEqual(35)
    expect(hrefs(all('.answer a[href^="#"]'))).toEqual(ids.map((id) => `#${id}`))
    for (const claim of [/Apple Pay/, /Google Pay/, /PayPal/, /2 PM local time/]) expect(html).toMatch(claim)
    expect(textOf(one('#apology-credits'))).toContain('never expire')
  })
})

// The back office is no different to somebody who is not signed in.
describe.each(['/nothing/here', '/admin/nothing'])('%s, which was not found,', (path) => {
  test('has links to continue', async () => {
    const { text, all, texts, status } = await shop.read(path)
    expect(status).toBe(404)
    expect(text).toContain('404')
    expect(texts('main h1')).toEqual(['Oops! Page not found'])
    const wanted = ['/', '/faq', ...articlePaths, `mailto:${SITE.supportEmail}`]
    expect(hrefs(all('main a'))).toEqual(expect.arrayContaining(wanted))
  })

  test('is in the log', async () => {
    await shop.read(path)
    await expect
      .poll(() => readFileSync(shop.logPath, 'utf8'))
      .toMatch(new RegExp(`"event":"not_found".*"path":"${path}"`))
  })
})

describe('the frame', () => {
  test.each(['/', '/home', PAYMENT, '/faq', '/login'])(
    'of %s has the menu, its links and the footer',
    async (path) => {
      const { all, one, texts } = await shop.read(path)
      expect(one('[popovertarget=learn]').localName).toBe('button')
      expect(hrefs(all('#learn[popover] a'))).toEqual(articlePaths)
      expect(texts('footer h2')).toEqual(['Company', 'Resources', 'Contact'])
      const footer = hrefs(all('footer a'))
      const wanted = ['/about', '/faq', '/find-order', '/login', '/privacy', '/terms', '/refunds', '/safety']
      expect(footer).toEqual(expect.arrayContaining([...wanted, 'tel:+15555550142']))
      const text = textOf(one('footer'))
      const year = new Date().getFullYear()
      for (const part of ['Flowers first. Then the talk.', '24/7.', `© ${year} Apologize Better`])
        expect(text).toContain(part)
    },
  )

  test.each([
    ['/faq', 'header', ['FAQ']],
    ['/faq', 'footer', ['FAQ']],
    ['/learn/apology-playbook', '#learn', ['Apology Playbook']],
    ['/home', 'footer', []],
  ])('of %s marks the current page in %s', async (path, part, marked) => {
    expect((await shop.read(path)).texts(`${part} [aria-current=page]`)).toEqual(marked)
  })
})

/** States that a visitor without a script and without an order does not come to by a link. */
const STATES = ['/thank-you', '/thank-you?session_id=x', '/track?token=abc&unscripted=1', '/?waitlist=joined']

test.each([...INDEXED, ...NOT_INDEXED, ...STATES, ...DOORS.slice(1), '/admin'])(
  '%s is valid HTML',
  async (path) => {
    expect(await htmlFaults(await shop.read(path))).toEqual([])
  },
)

test.each(INDEXED)('every internal link, picture and in-page address of %s answers', async (path) => {
  const { all } = await shop.read(path)
  const attributes = ['href', 'src', 'content'].flatMap((name) =>
    all(`[${name}]:not([name=theme-color])`).map((one) => one.getAttribute(name) ?? ''),
  )
  const sets = all('[srcset], [imagesrcset]').map(
    (one) => one.getAttribute('srcset') ?? one.getAttribute('imagesrcset'),
  )
  const pictures = sets.flatMap((set) =>
    (set ?? '').split(',').map((each) => each.trim().split(' ')[0] ?? ''),
  )
  const broken: string[] = []
  for (const address of new Set([...attributes, ...pictures])) {
    if (!/^(\/|#|https:)/.test(address)) continue
    const target = new URL(address, shop.url + path)
    if (target.origin !== shop.url && target.origin !== SITE.address) continue
    const { status, html } = await answer(target.pathname + target.search)
    const id = decodeURIComponent(target.hash.slice(1))
    if (status !== 200) broken.push(`${address} answers ${status}`)
    else if (id && !html.includes(`id="${id}"`)) broken.push(`nothing has the id of ${address}`)
  }
  expect(broken).toEqual([])
})

const answers = new Map<string, Promise<{ status: number; html: string }>>()
function answer(path: string) {
  const asked = answers.get(path) ?? ask(path)
  answers.set(path, asked)
  return asked
}

async function ask(path: string) {
  const response = await new Visitor(shop.url).send(path, { redirect: 'follow' })
  const isPage = response.headers.get('content-type')?.includes('text/html')
  if (!isPage) await response.arrayBuffer()
  return { status: response.status, html: isPage ? await response.text() : '' }
}

describe('sizes', () => {
  const rendered = [DELIVERY, '/login', '/thank-you?session_id=cs_test_12345678', '/nothing/here']
  test.each([
    ...[...INDEXED, ...rendered].map((path) => [path, 18_000] as const),
    // It asks what to do about missing flowers, too, shows the card, says who makes the flowers and how often they come in time,
    // and lets the bouquet move into the summary. Under the phone it has the words of the law about texts, and beside the note a help.
    [PAYMENT, 19_600] as const,
  ])('%s is at most %i bytes compressed, with its styles', async (path, bytes) => {
    const { html } = await shop.read(path)
    expect(gzipSync(html, { level: 6 }).length).toBeLessThanOrEqual(bytes)
    expect(html).not.toMatch(/<link[^>]+stylesheet/)
    const { headers } = await new Visitor(shop.url).send(path, { headers: { 'accept-encoding': 'gzip' } })
    expect(headers.get('content-encoding')).toBe('gzip')
  })

  test.each([...TO_READ, '/faq'])('%s has no framework and 2 kB of script at most', async (path) => {
    const scripts = (await shop.read(path)).all('script:not([type="application/ld+json"])')
    const texts = scripts.map(async (script) => {
      const src = script.getAttribute('src')
      return src ? (await fetch(shop.url + src)).text() : script.textContent
    })
    const text = (await Promise.all(texts)).join('')
    expect(text).not.toMatch(/react|preact/i)
    expect(gzipSync(text).length).toBeLessThanOrEqual(2_000)
  })
})
