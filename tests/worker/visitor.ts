import { parseHTML } from 'linkedom'
import { expect, inject } from 'vitest'
import { connectToShop } from '#tests/support/own-shop.ts'

// Acts like a browser without JavaScript: it opens pages, keeps cookies, fills in forms and follows where they lead.

export const OWNER = { email: 'owner@example.com', password: 'nine-yellow-tulips' }
const BOUQUET = 'optionId=FLOWER-002&price=89.99&product=Extremely+Bad'
const SOMETIME = '/thank-you?session_id=cs_test_12345678'
export const DELIVERY = `/delivery-options?${BOUQUET}`
export const paymentPath = (option = 'tomorrow') =>
  `/payment?${BOUQUET}&deliveryOption=${option}&deliveryPrice=0.00&meetDriver=false`
export const PAYMENT = paymentPath()

/** Every page that search engines may list. */
export const ARTICLES = {
  'mess-up-index': 'The Mess-Up Index',
  'apology-playbook': 'The Apology Playbook',
  'science-of-gifting': 'The Science of Gifting',
  'anniversary-survival': 'Anniversary & Date Night Survival',
  'relationship-survival': 'Relationship Survival',
}
export const TO_READ = [
  ...Object.keys(ARTICLES).map((slug) => `/learn/${slug}`),
  '/learn',
  '/learn/apology-check',
  '/about',
  '/privacy',
  '/terms',
  '/refunds',
  '/safety',
]
export const INDEXED = ['/', '/home', '/faq', '/stop', ...TO_READ]
/** The pages that no search engine may list. */
export const NOT_INDEXED = [
  DELIVERY,
  PAYMENT,
  SOMETIME,
  '/unsubscribe?token=abc',
  '/manage?token=abc',
  '/find-order',
  '/stop?code=K7QF-2M9X-04T1-W3HD',
  '/choice?token=abc',
  '/substitution?token=abc',
  '/florist',
  '/track',
  '/login',
  '/nothing/here',
  '/learn/nothing-here',
]

/** The fields of the checkout, without the email. */
export const CHECKOUT_FORM = {
  phone: '2125550100',
  name: 'Sam Sorry',
  address: '350 5th Ave',
  city: 'New York',
  state: 'NY',
  zip: '10001',
  note: 'I was wrong about the dishwasher.',
}

/** An address that no other test uses, of a domain of its own: the waitlist writes to one so many times a day. */
export const someone = () => `sam@${crypto.randomUUID().slice(0, 8)}.example.com`

/** The shop that `one-shop.ts` opened. `read`: a page of it as a stranger sees it, asked for once. */
export function sharedShop() {
  const shop = connectToShop(inject('port'))
  const known = new Map<string, Promise<Page>>()
  const read = (path: string): Promise<Page> => {
    const page = known.get(path) ?? new Visitor(shop.url).open(path)
    known.set(path, page)
    return page
  }
  return { ...shop, read, logPath: `.local/${inject('port')}/worker.log` }
}

export type Page = Awaited<ReturnType<Visitor['open']>>

export class Visitor {
  readonly #cookies = new Map<string, string>()
  readonly #url: string

  constructor(url: string, cookies: Record<string, string> = {}) {
    this.#url = url
    for (const [name, value] of Object.entries(cookies)) this.#cookies.set(name, value)
  }

  /** A request of the browser, cookies and origin included. Redirects are not followed. */
  async send(path: string, { headers, ...init }: RequestInit & { headers?: Record<string, string> } = {}) {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const own = {
      ...(init.method && { origin: this.#url }),
      ...(cookie && { cookie }),
      ...headers,
    }
    const response = await request(new URL(path, this.#url), { redirect: 'manual', ...init, headers: own })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (/max-age=0/i.test(line)) this.#cookies.delete(name)
      else this.#cookies.set(name, value)
    }
    return response
  }

  /** Opens a page of the shop, following redirects, which may lead away from it: then there is no document. */
  async open(path: string, init: RequestInit & { headers?: Record<string, string> } = {}) {
    let at = new URL(path, this.#url)
    let response = await this.send(at.href, init)
    while (response.status >= 300 && response.status < 400) {
      at = new URL(response.headers.get('location') ?? '', at)
      if (at.origin !== this.#url) break
      await response.body?.cancel()
      response = await this.send(at.href)
    }
    return pageOf(at, response)
  }

  /** Sends a form as it stands on a page, with other values in some fields. */
  async submit(page: Page, selector: string, values: Record<string, string> = {}): Promise<Page> {
    const form = page.one(selector)
    const fields = new URLSearchParams()
    for (const field of form.querySelectorAll('[name]')) {
      const isOff = /radio|checkbox/.test(field.getAttribute('type') ?? '') && !field.hasAttribute('checked')
      if (!isOff) fields.set(field.getAttribute('name') ?? '', fieldValue(field))
    }
    for (const [name, value] of Object.entries(values)) {
      expect(form.querySelector(`[name="${name}"]`), `a field ${name}`).not.toBeNull()
      fields.set(name, value)
    }
    const to = new URL(form.getAttribute('action') ?? page.url.href, page.url)
    if (form.getAttribute('method') !== 'post') return this.open(`${to.pathname}?${fields}`)
    return this.open(to.href, { method: 'POST', body: fields })
  }
}

/**
 * As browsers do, a GET is sent again when it went into a connection that was just being closed. The Worker closes those that
 * were idle for five seconds, which a test spends on computing when the machine is busy.
 */
async function request(url: URL, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init)
  } catch (error) {
    const wasClosed =
      error instanceof TypeError && Reflect.get(Object(error.cause), 'code') === 'UND_ERR_SOCKET'
    if (!wasClosed || init.method) throw error
    return fetch(url, init)
  }
}

/** The value of a field. */
export function fieldValue(field: Element): string {
  if (field.tagName === 'TEXTAREA') return field.textContent ?? ''
  const chosen = field.tagName === 'SELECT' ? field.querySelector('option[selected]') : field
  return chosen?.getAttribute('value') ?? (chosen === field ? '' : (chosen?.textContent ?? ''))
}

async function pageOf(url: URL, response: Response) {
  const html = await response.text()
  const { document } = parseHTML(html || '<html></html>')
  const all = (selector: string): Element[] => [...document.querySelectorAll(selector)]
  return {
    url,
    status: response.status,
    headers: response.headers,
    html,
    document,
    all,
    /** The one element, which must be there. */
    one: (selector: string): Element => {
      const [found] = all(selector)
      if (!found) throw new Error(`${url.pathname}: nothing is ${selector}`)
      return found
    },
    texts: (selector: string) => all(selector).map(textOf),
    /** The text of the whole page, without scripts and styles. */
    text: textOf(document.body),
    /** Where the page leads by itself without JavaScript, and after how many seconds. */
    refresh:
      /(\d+); url=(.*)/
        .exec(document.querySelector('meta[http-equiv=refresh]')?.getAttribute('content') ?? '')
        ?.slice(1) ?? null,
  }
}

/** An element's text as people read it. */
export function textOf(element: Element | null): string {
  if (!element) return ''
  const copy = element.cloneNode(true) as Element
  for (const hidden of copy.querySelectorAll('script, style, template')) hidden.remove()
  return (copy.textContent ?? '').replaceAll(/\s+/g, ' ').trim()
}
