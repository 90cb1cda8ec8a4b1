import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { describePage, sharedPage } from '#src/build/share/pages.ts'
import { drawPicture, fonts } from '#src/build/share/picture.ts'
import { IS_SOAK } from '#tests/support/soak.ts'

const brandFonts = await fonts()
const publicFolder = new URL('../../public/', import.meta.url)

const head = (picture: string, title: string) =>
  `<meta property="og:title" content="${title}"><meta property="og:url" content="https://shop.example/about"><meta property="og:image" content="${picture}">`

describe('a page that asks for a picture', () => {
  test('is known by its title without the brand, as people read it', () => {
    const html = head(
      'https://shop.example/share/about.jpg',
      'Ours &#38; &quot;yours&quot; &amp; &#8217; | Apologize Better',
    )
    expect(sharedPage(html)).toEqual({ path: '/about', title: 'Ours & "yours" & ’' })
  })

  test.each([
    ['has the shop’s own', head('https://shop.example/share.jpg', 'Not found')],
    ['says nothing of a picture', '<title>About</title>'],
  ])('is none if it %s', (_, html) => {
    expect(sharedPage(html)).toBeNull()
  })

  test('always gets the same picture', () => {
    for (const path of ['/', '/home', '/faq', '/learn/mess-up-index']) {
      expect(describePage({ path, title: 'A' })).toEqual(describePage({ path, title: 'A' }))
    }
  })
})

// The gate draws the two with the longest titles: each picture takes a second.
describe.each(
  [
    ['/learn/a', 'FAQ'],
    ['/learn/b', 'Anniversary & Date Night Survival'],
    ['/learn/c', 'How to apologize to absolutely everyone you forgot to invite'],
  ].slice(IS_SOAK ? 0 : 1) as [string, string][],
)('the picture of %s', (path, title) => {
  test('has the size that previews want, weighs little, and its words stay clear of the flowers', async () => {
    const picture = describePage({ path, title })
    const jpeg = await drawPicture(picture, brandFonts, publicFolder)
    const { width, height, format } = await sharp(jpeg).metadata()
    expect([width, height, format]).toEqual([1200, 630, 'jpeg'])
    expect(jpeg.length).toBeLessThan(150_000)
    // The flowers' half is left out: the words are on paper, and the last column before the flowers is bare.
    const without = await drawPicture({ ...picture, title: '', eyebrow: '' }, brandFonts, publicFolder)
    const changed = await difference(jpeg, without)
    expect(changed.right).toBeLessThan(72 + 600)
    expect(changed.top).toBeGreaterThan(120)
    expect(changed.bottom).toBeLessThan(530)
  })
})

/** The box of what differs between two pictures of one size. */
async function difference(a: Buffer, b: Buffer) {
  const [one, two] = await Promise.all([a, b].map((jpeg) => sharp(jpeg).greyscale().raw().toBuffer()))
  if (!one || !two) throw new Error('No pictures')
  const box = { right: 0, top: 630, bottom: 0 }
  for (let i = 0; i < one.length; i++) {
    if (Math.abs((one[i] ?? 0) - (two[i] ?? 0)) < 60) continue
    const [x, y] = [i % 1200, Math.floor(i / 1200)]
    box.right = Math.max(box.right, x)
    box.top = Math.min(box.top, y)
    box.bottom = Math.max(box.bottom, y)
  }
  return box
}
