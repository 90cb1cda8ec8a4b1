import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type axe from 'axe-core'
import { IS_SOAK } from '#tests/support/soak.ts'
import { expect } from './shop.ts'

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** No fault that axe can find, in the whole page or in a part of it (selector). Once per page the rules are loaded: that takes longer than the looking. */
export async function expectClean(page: Page, state = '', part = 'html'): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  const found = await page.evaluate(
    async ({ runOnly, part }) => {
      const { run } = (window as unknown as { axe: typeof axe }).axe
      // An element that is still fading in has too little contrast.
      const brief = document
        .getAnimations()
        .filter(({ effect }) => Number(effect?.getComputedTiming().endTime) < 1000)
      await Promise.allSettled(brief.map(({ finished }) => finished))
      const { violations } = await run(part, { runOnly, resultTypes: ['violations'] })
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
    },
    { runOnly: RULES, part },
  )
  expect(found, state).toEqual([])
}

/** As {@link expectClean}, for further states of a journey: only the soak looks at them, because it takes longer than the journey. */
export async function expectCleanInSoak(page: Page, state = ''): Promise<void> {
  if (IS_SOAK) await expectClean(page, state)
}

/** Every page that is opened from now on has text of this size, as the browser's setting makes it (`200%`). */
export function enlargeText(page: Page, size: string): Promise<unknown> {
  return page.addInitScript((fontSize) => {
    document.addEventListener('DOMContentLoaded', () => {
      document.documentElement.style.fontSize = fontSize
    })
  }, size)
}

/** The elements that do not fit: a page that scrolls sideways, a control that sticks out or is too small for a finger. */
async function misfits(page: Page, smallest = 24): Promise<string[]> {
  return page.evaluate((smallest) => {
    const root = document.documentElement
    const found = root.scrollWidth > root.clientWidth ? [`the page is ${root.scrollWidth} px wide`] : []
    for (const control of document.querySelectorAll<HTMLElement>('a, button, input, select, textarea')) {
      // A radio button's target is its card, a checkbox's its label; a link in a sentence is as high as the line (WCAG 2.5.8).
      const target =
        (/radio|checkbox/.test(control.getAttribute('type') ?? '') && control.closest('label')) || control
      const inSentence = getComputedStyle(control).display === 'inline' && control.tagName === 'A'
      if (!target.checkVisibility({ visibilityProperty: true })) continue
      // Seen only when it has the focus; a hint for the browser alone; what a library hands to the form, out of sight.
      if (target.matches('.sr-only, [rel=next], [aria-hidden=true]')) continue
      const { width, height } = target.getBoundingClientRect()
      // A shortened text is seen as far as its box has room for it.
      const { left, right } = (target.closest('[data-truncate]') ?? target).getBoundingClientRect()
      const name = `${control.tagName} ${control.getAttribute('name') ?? control.textContent?.trim()}`
      // A row of cards is swiped sideways.
      const frame = target.closest('.snap-x')
      const isScrolledTo = frame !== null && getComputedStyle(frame).overflowX === 'auto'
      const sticksOut = left < 0 || right > root.clientWidth + 0.5
      if (sticksOut && !isScrolledTo) found.push(`${name} sticks out: ${left} to ${right}`)
      const least = target.matches('.button, .control, label:has([type=radio][aria-labelledby])')
        ? 44
        : smallest
      if (!inSentence && (height < least || width < 24)) found.push(`${name} is ${width} × ${height}`)
    }
    return found
  }, smallest)
}

/** Words that break inside, where nothing in them allows it. Nobody can write longer ones on a phone. */
const LONGEST_WORD = 24

/** No word that is in sight breaks inside. */
export async function expectWholeWords(page: Page, state: string): Promise<void> {
  const broken = await page.evaluate((longest) => {
    const found: string[] = []
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const isSeen = text.parentElement?.checkVisibility({ visibilityProperty: true })
      if (!isSeen || text.parentElement?.closest('.sr-only')) continue
      for (const { 0: word, index } of (text.textContent ?? '').matchAll(/[^\s\u00ad/@–—-]+/g)) {
        const range = document.createRange()
        range.setStart(text, index)
        range.setEnd(text, index + word.length)
        const lines = [...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => top)
        if (word.length <= longest && new Set(lines.map(Math.round)).size > 1) found.push(word)
      }
    }
    return found
  }, LONGEST_WORD)
  expect(broken, `${state}: words that break inside`).toEqual([])
}

/** Nothing sticks out of the screen, and every target is large enough for a finger. */
export async function expectFits(page: Page, state: string): Promise<void> {
  expect(await misfits(page), state).toEqual([])
}

/** Goes through the page by Tab: whatever has the focus is neither under the bar at the bottom nor under the one at the top. */
export async function expectNothingCovered(page: Page, stops: number): Promise<void> {
  for (let i = 0; i < stops; i++) {
    await page.keyboard.press(i < stops / 2 ? 'Tab' : 'Shift+Tab')
    const covered = await page.evaluate(() => {
      const at = document.activeElement
      // The skip link is above everything.
      if (!at || at === document.body || at.matches('[href="#content"]')) return null
      const box = at.getBoundingClientRect()
      // A table that scrolls by itself may be higher than the screen.
      if (box.height > innerHeight / 2) return null
      const bars = [...document.querySelectorAll('[data-bottom-bar], [data-part=bar], header')].filter(
        (bar) => !bar.contains(at),
      )
      const hidden = bars.some((bar) => {
        const { top, bottom } = bar.getBoundingClientRect()
        return box.top < bottom - 1 && box.bottom > top + 1
      })
      return hidden
        ? `${at.getAttribute('name') ?? at.textContent?.trim()} at ${box.top} to ${box.bottom}`
        : null
    })
    expect(covered, 'focus under a bar').toBeNull()
  }
}
