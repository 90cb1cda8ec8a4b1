import { test } from '#tests/e2e/shop.ts'
import { expectLook } from './compare.ts'
import { SCREENS } from './screens.ts'

const SIZES = [
  { width: 320, height: 640 },
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1024, height: 768 },
  { width: 1280, height: 720 },
  { width: 1920, height: 1080 },
]
/** Where pictures of the whole page are taken: below the fold the other widths differ little. */
const WHOLE_AT = [390, 1280]

/** Eleven in the morning in New York: the same delivery times are open on every run. */
const NOW = new Date('2026-06-04T15:05:00.000Z')

// An unknown link or address is answered with an error, which the browser logs.
test.use({ refusals: true, reducedMotion: 'reduce' })

for (const { name, open, whole = false } of SCREENS) {
  test(name, async ({ page, database }, info) => {
    await page.clock.install({ time: NOW })
    await page.setViewportSize(SIZES[0] ?? { width: 320, height: 640 })
    await open(page, database)
    // Messages stay: they would go by themselves.
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 100))
    for (const size of SIZES) {
      await page.setViewportSize(size)
      await page.evaluate(settle)
      const fullPage = whole && WHOLE_AT.includes(size.width)
      if (fullPage) await page.evaluate(() => scrollTo(0, 0))
      const screenshot = await page.screenshot({ fullPage, animations: 'disabled', caret: 'hide' })
      await expectLook(screenshot, `${name}-${size.width}`, info)
    }
  })
}

/** Waits for fonts and pictures, and puts fixed text in place of what differs by run: references, days and times. */
async function settle(): Promise<void> {
  const FIXED: readonly [RegExp, string][] = [
    [/ORD-[0-9A-Z]{8}/g, 'ORD-00000000'],
    [/\b\d{1,2}(:\d\d)? [AP]M/g, '10:00 AM'],
    [/\bMarket \d+/g, 'Market 12000'],
    [/^\d{5}$/, '10001'],
    [/\b(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b/g, 'Thursday'],
    [/\b(Mon|Tue|Wed|Thu|Fri|Sat|Sun)\b/g, 'Thu'],
    [/\b(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]* \d{1,2}\b/g, 'Jun 4'],
    [/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '00000000-0000-0000-0000-000000000000'],
    [/sam@[0-9a-f]{8}\.example\.com/g, 'sam@00000000.example.com'],
  ]
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const fixed = FIXED.reduce((text, [found, instead]) => text.replace(found, instead), node.nodeValue ?? '')
    if (fixed !== node.nodeValue) node.nodeValue = fixed
  }
  for (const area of document.querySelectorAll('textarea')) area.scrollTop = 0
  for (const image of document.images) image.loading = 'eager'
  await document.fonts.ready
  await Promise.allSettled([...document.images].map((image) => image.decode()))
}
