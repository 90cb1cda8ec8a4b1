import { SPECULATION_FILE } from '#src/speculation.ts'

/** The page has settled by then; nobody has read enough to press a link. */
const SETTLED_MS = 1000

/** Tells the browser the rules once the page is there: named by a header, they would be fetched beside its fonts. */
async function prepareNext(): Promise<void> {
  if (!HTMLScriptElement.supports?.('speculationrules')) return
  const rules = document.createElement('script')
  rules.type = 'speculationrules'
  // The policy knows the hash of this text (astro.config.mjs).
  rules.textContent = await (await fetch(SPECULATION_FILE)).text()
  document.head.append(rules)
}

/** Links that can wait, and without scripts do not have to: the page keeps them apart in its head. */
function addLinks(): void {
  document.head.insertAdjacentHTML('beforeend', document.querySelector('head noscript')?.textContent ?? '')
}

addEventListener('load', () => {
  setTimeout(() => {
    addLinks()
    prepareNext().catch(() => {
      // Without them, pages come when they are asked for.
    })
  }, SETTLED_MS)
})
