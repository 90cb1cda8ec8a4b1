import type { Browser } from '@playwright/test'
import type { Section } from './report.ts'

/**
 * Lighthouse calls this BenchmarkIndex (core/lib/page-functions.js): strings made and thrown away, and arrays copied,
 * half a second each. 1,500 and more is a fast desk machine, 800 a middling phone.
 */
const INDEX = `(() => {
  const strings = () => {
    let rounds = 0
    const started = Date.now()
    while (Date.now() - started < 500) {
      let text = ''
      for (let n = 0; n < 10_000; n++) text += 'a'
      if (text.length === 1) throw new Error()
      rounds++
    }
    return Math.round(rounds / 10 / ((Date.now() - started) / 1000))
  }
  const arrays = () => {
    const [one, other] = [[], []]
    for (let n = 0; n < 100_000; n++) one[n] = other[n] = n
    let rounds = 0
    const started = Date.now()
    while (rounds % 10 !== 0 || Date.now() - started < 500) {
      const [from, to] = rounds % 2 === 0 ? [one, other] : [other, one]
      for (let n = 0; n < from.length; n++) to[n] = from[n]
      rounds++
    }
    return Math.round(rounds / 10 / ((Date.now() - started) / 1000))
  }
  return (strings() + arrays()) / 2
})()`

/** The speed of this machine to Chromium: a slow machine made four times slower is slower than any phone. */
export async function machineSpeed(browser: Browser): Promise<Section> {
  const page = await browser.newPage()
  const index = await page.evaluate<number>(INDEX)
  await page.close()
  return {
    title: 'This machine',
    how: 'Lighthouse’s BenchmarkIndex: about 1,500 and more is a desk machine that Lighthouse means to slow down four times, 800 is a middling phone as it is.',
    head: ['BenchmarkIndex'],
    rows: [[index.toFixed(0)]],
    targets: [],
  }
}
