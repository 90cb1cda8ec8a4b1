import { type Flower, flowerMarkup } from './bouquet.ts'
import { card } from './card.ts'
import { fallenPetal } from './fallen-petal.ts'
import { type Curve, looseLeaf, spray, type sprays, stalk } from './foliage.ts'
import { type LeafTone, leaves, type PetalTone } from './palette.ts'
import { createRng } from './prng.ts'
import { ribbon } from './ribbon.ts'
import { Sheet } from './svg.ts'
import { type WrapShape, wrapBack, wrapFront } from './wrap.ts'

/** The drawings of the topics of articles, of the parts that bouquets are made of. All grow from the lower edge. */
const FRAME = '0 0 800 800'

/** Draws one topic: what is drawn first lies behind. */
function topic(title: string, draw: (tools: ReturnType<typeof toolsOf>) => readonly string[]): string {
  const sheet = new Sheet()
  const parts = draw(toolsOf(sheet, title))
  return sheet.document(FRAME, title, parts.join('\n'))
}

function toolsOf(sheet: Sheet, seed: string) {
  const rng = createRng(seed)
  return {
    flower: (flower: Flower) => flowerMarkup(sheet, flower, { x: 400, y: 420, reach: 320 }),
    stem: (curve: Curve, width = 14) => stalk(curve, width, leaves.stem.body),
    leaf: (tone: LeafTone, x: number, y: number, rotate: number, length: number) =>
      looseLeaf(sheet, tone, x, y, rotate, length, rng),
    spray: (kind: keyof typeof sprays, curve: Curve, size: number) => spray(sheet, kind, curve, rng, size),
    petal: (tone: PetalTone, x: number, y: number, rotate: number, scale: number) =>
      sheet.use(fallenPetal(sheet, tone), { x, y, rotate, scale }),
    card: (x: number, y: number, rotate: number, size: number) =>
      card(sheet, { x, y, rotate, size, lettering: 'so sorry' }),
    bow: (x: number, y: number, waist: number, size: number) => ribbon(sheet, x, y, waist, size),
    paperBack: (shape: WrapShape) => wrapBack(sheet, shape, rng),
    paperFront: (shape: WrapShape) => wrapFront(sheet, shape, rng),
  }
}

/** A rose that has begun to lose its petals. */
const apologies = () =>
  topic('A rose and two fallen petals', ({ stem, leaf, flower, petal }) => [
    stem(curve(430, 820, 470, 640, 380, 480, 400, 300)),
    leaf('deep', 424, 560, 62, 190),
    leaf('stem', 436, 640, -64, 210),
    leaf('stem', 440, 730, 70, 170),
    flower({ kind: 'rose', tone: 'rose', x: 400, y: 236, r: 190, alone: true }),
    petal('rose', 676, 640, -24, 2.1),
    petal('pink', 150, 690, 30, 1.8),
  ])

/** The card with its words, on an olive branch. */
const words = () =>
  topic('A card that says so sorry, with flowers', ({ spray, leaf, flower, card }) => [
    spray('olive', curve(470, 780, 560, 520, 600, 320, 690, 120), 2),
    spray('eucalyptus', curve(330, 800, 230, 560, 150, 420, 110, 220), 1.7),
    leaf('stem', 560, 640, 66, 170),
    leaf('deep', 600, 700, 20, 170),
    card(54, 290, -7, 3.4),
    flower({ kind: 'ranunculus', tone: 'blush', x: 628, y: 636, r: 104, shade: 0.25 }),
    flower({ kind: 'daisy', tone: 'cream', x: 520, y: 716, r: 66, shade: 0.25 }),
  ])

/** Flowers in paper with a large bow. */
const gifts = () => {
  const paper = { cx: 400, mouthY: 330, mouth: 236, tieY: 640, waist: 56, footY: 800, foot: 130 }
  return topic('Flowers in paper with a bow', (draw) => [
    draw.paperBack(paper),
    draw.spray('eucalyptus', curve(390, 600, 330, 420, 250, 260, 196, 110), 1.2),
    draw.spray('olive', curve(410, 600, 470, 420, 560, 260, 610, 120), 1.2),
    draw.leaf('deep', 400, 330, -8, 190),
    draw.flower({ kind: 'tulip', tone: 'apricot', x: 300, y: 190, r: 78 }),
    draw.flower({ kind: 'daisy', tone: 'cream', x: 424, y: 170, r: 70, shade: 0.2 }),
    draw.flower({ kind: 'ranunculus', tone: 'butter', x: 516, y: 284, r: 94, shade: 0.4 }),
    draw.flower({ kind: 'anemone', tone: 'cream', x: 286, y: 312, r: 94, shade: 0.4 }),
    draw.flower({ kind: 'rose', tone: 'rose', x: 404, y: 356, r: 116 }),
    draw.paperFront(paper),
    draw.bow(400, 640, 56, 1.5),
  ])
}

/** Daisies whose petals somebody has begun to count. */
const anniversaries = () =>
  topic('Daisies and counted petals', ({ stem, leaf, flower, petal }) => [
    stem(curve(470, 820, 520, 660, 560, 560, 590, 430), 11),
    stem(curve(400, 820, 420, 620, 320, 460, 340, 280), 13),
    stem(curve(360, 820, 300, 720, 200, 660, 170, 560), 10),
    leaf('stem', 392, 640, -52, 170),
    leaf('deep', 408, 720, 58, 180),
    leaf('olive', 506, 640, 60, 130),
    flower({ kind: 'daisy', tone: 'cream', x: 340, y: 240, r: 176, alone: true }),
    flower({ kind: 'daisy', tone: 'butter', x: 598, y: 400, r: 112, alone: true }),
    flower({ kind: 'bud', tone: 'rose', x: 166, y: 530, r: 66, alone: true }),
    petal('cream', 700, 650, -30, 1.7),
    petal('butter', 620, 720, 24, 1.5),
  ])

/** Two flowers, one ribbon. */
const relationships = () =>
  topic('Two flowers tied with one ribbon', ({ stem, leaf, flower, bow }) => [
    stem(curve(470, 820, 410, 640, 320, 480, 262, 300), 13),
    stem(curve(330, 820, 390, 640, 490, 540, 556, 420), 13),
    leaf('stem', 330, 470, -64, 170),
    leaf('deep', 490, 540, 78, 180),
    leaf('stem', 440, 560, 12, 150),
    leaf('olive', 360, 570, -22, 150),
    flower({ kind: 'peony', tone: 'blush', x: 262, y: 236, r: 164, alone: true }),
    flower({ kind: 'anemone', tone: 'pink', x: 560, y: 372, r: 136, alone: true }),
    bow(400, 664, 34, 1.5),
  ])

/** A few stems as they come from the market. */
const flowers = () =>
  topic('Loose stems', ({ stem, leaf, spray, flower }) => [
    spray('eucalyptus', curve(300, 820, 250, 620, 190, 460, 120, 250), 1.5),
    spray('olive', curve(520, 820, 570, 640, 640, 500, 700, 330), 1.5),
    stem(curve(330, 820, 320, 640, 250, 520, 240, 400), 12),
    stem(curve(400, 820, 410, 640, 380, 460, 400, 310), 13),
    stem(curve(470, 820, 500, 680, 560, 560, 580, 480), 12),
    leaf('deep', 400, 520, -34, 170),
    leaf('stem', 404, 620, 40, 190),
    leaf('stem', 330, 680, -60, 170),
    leaf('deep', 480, 720, 64, 160),
    flower({ kind: 'tulip', tone: 'rose', x: 400, y: 262, r: 130, rotate: 3, alone: true }),
    flower({ kind: 'ranunculus', tone: 'apricot', x: 236, y: 380, r: 112, alone: true }),
    flower({ kind: 'anemone', tone: 'cream', x: 590, y: 452, r: 116, alone: true }),
  ])

type Curve8 = [number, number, number, number, number, number, number, number]

/** A stem from its foot to its tip: x and y of the four points of a cubic curve. */
function curve(...[ax, ay, bx, by, cx, cy, dx, dy]: Curve8): Curve {
  return [
    [ax, ay],
    [bx, by],
    [cx, cy],
    [dx, dy],
  ]
}

/** The drawing of each topic (`src/storefront/learn/article-schema.ts`). */
export const topicDrawings = { apologies, words, gifts, anniversaries, relationships, flowers } as const
