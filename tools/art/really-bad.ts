import type { Scene } from './scene.ts'

/** A polite handful. */
export const reallyBad: Scene = {
  seed: 'really bad',
  title: 'A small hand-tied bouquet in kraft paper',
  wrap: { cx: 400, mouthY: 530, mouth: 188, tieY: 790, waist: 40, footY: 905, foot: 92 },
  middle: { x: 400, y: 520, reach: 210 },
  sprays: [
    ['eucalyptus', 222, 330, -24],
    ['olive', 590, 352, 24],
    ['fern', 440, 262, 12, 1],
    ['sage', 300, 290, -10, 0.9],
  ],
  clouds: [
    [372, 318, 120],
    [566, 440, 120],
  ],
  berries: [[268, 470, 58]],
  spires: [],
  backLeaves: [
    ['stem', 360, 600, -56, 150],
    ['stem', 450, 590, 54, 130],
    ['deep', 400, 600, -20, 170],
    ['deep', 420, 600, 24, 170],
  ],
  flowers: [
    { kind: 'tulip', tone: 'apricot', x: 306, y: 390, r: 56 },
    { kind: 'bud', tone: 'rose', x: 516, y: 366, r: 40 },
    { kind: 'daisy', tone: 'cream', x: 412, y: 394, r: 46, shade: 0.3 },
    { kind: 'anemone', tone: 'cream', x: 318, y: 488, r: 72, shade: 0.5 },
    { kind: 'drumstick', tone: 'butter', x: 546, y: 532, r: 24, shade: 0.4 },
    { kind: 'ranunculus', tone: 'blush', x: 490, y: 476, r: 72, shade: 0.5 },
    { kind: 'rose', tone: 'rose', x: 406, y: 556, r: 92 },
  ],
  frontLeaves: [
    ['stem', 330, 636, -66, 96],
    ['stem', 480, 620, 64, 84],
    ['olive', 398, 640, 170, 80],
  ],
  trails: [],
  overLeaves: [],
  overFlowers: [],
  petals: [],
  bow: 0.78,
  card: { x: 424, y: 806, rotate: 7, size: 0.7, lettering: 'sorry' },
  stems: 'stem',
}
