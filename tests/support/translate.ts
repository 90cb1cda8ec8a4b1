import type { BrowserContext, Page } from '@playwright/test'

/**
 * Translates every page of a browser as browsers do: each text node, and each that comes later, is replaced by elements around
 * its words. The words stay, so that roles and labels find them. A change of a text node that was replaced, which nobody would
 * see, is an error in the console.
 */
export async function translatePages(browser: BrowserContext | Page): Promise<void> {
  await browser.addInitScript(translate)
}

/** Waits until the page is translated: its scripts have taken it over before that. */
export async function translated(page: Page): Promise<void> {
  await page.locator('html[data-translated]').waitFor({ state: 'attached' })
}

/** Runs in the page: before its scripts, or once it is loaded. */
export function translate(): void {
  const UNTOUCHED = 'script, style, noscript, textarea, title, option, font, svg'
  const replaced = new WeakSet<Node>()
  for (const [of, name] of [
    [Node.prototype, 'nodeValue'],
    [Node.prototype, 'textContent'],
    [CharacterData.prototype, 'data'],
  ] as const) {
    const property = Object.getOwnPropertyDescriptor(of, name)
    if (!property?.set) throw new Error(`${name} cannot be set`)
    const { set } = property
    Object.defineProperty(of, name, {
      ...property,
      set(this: Node, value: string) {
        if (replaced.has(this))
          console.error(`Translated text would not change: ${this.nodeValue} → ${value}`)
        set.call(this, value)
      },
    })
  }

  function wrap(root: Node): void {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const found: Text[] = root instanceof Text ? [root] : []
    while (walker.nextNode()) found.push(walker.currentNode as Text)
    for (const text of found) {
      if (!text.data || !text.parentElement || text.parentElement.closest(UNTOUCHED)) continue
      const [outer, inner] = [document.createElement('font'), document.createElement('font')]
      inner.append(text.data)
      outer.append(inner)
      text.replaceWith(outer)
      replaced.add(text)
    }
  }

  // React marks what it has taken over, a part of the page at a time. What is translated before that it draws again. What an
  // island was given as HTML it leaves alone.
  const OF_REACT =
    ':not(script, style, link, template, astro-slot, astro-static-slot, astro-slot *, astro-static-slot *)'
  const isHydrated = (root: Element) =>
    [...root.querySelectorAll(OF_REACT)].every((element) =>
      Object.keys(element).some((key) => key.startsWith('__react')),
    )
  function start(): void {
    const roots = [...document.querySelectorAll('astro-island, #admin')]
    if (!roots.every((root) => !root.hasAttribute('ssr') && isHydrated(root))) {
      requestAnimationFrame(start)
      return
    }
    // The texts behind the last element are its last step.
    setTimeout(translateAll, 50)
  }
  function translateAll(): void {
    wrap(document.body)
    new MutationObserver((changes) => {
      for (const { type, target, addedNodes } of changes) {
        for (const node of type === 'characterData' ? [target] : addedNodes) wrap(node)
      }
    }).observe(document.body, { childList: true, characterData: true, subtree: true })
    document.documentElement.dataset['translated'] = ''
  }
  if (document.readyState === 'complete') start()
  else addEventListener('load', start)
}
