import type { Scene } from './scene.ts'

/** A product without a picture: the paper is ready, the flowers are not painted yet. */
export const placeholder: Scene = {
  seed: 'placeholder',
  title: 'A bouquet that is not painted yet',
  wrap: { cx: 400, mouthY: 540, mouth: 214, tieY: 796, waist: 46, footY: 910, foot: 100 },
  middle: { x: 400, y: 490, reach: 240 },
  sprays: [
    ['sketchRound', 196, 300, -26],
    ['sketchLance', 300, 226, -14],
    ['sketchRound', 430, 190, 8],
    ['sketchLance', 604, 300, 26],
    ['sketchRound', 520, 236, 16, 0.9],
  ],
  clouds: [],
  spires: [],
  berries: [],
  backLeaves: [
    ['pencil', 340, 600, -64, 170],
    ['pencil', 380, 580, -30, 190],
    ['pencil', 420, 580, 26, 190],
    ['pencil', 460, 600, 62, 170],
    ['pencil', 400, 600, -4, 180],
  ],
  flowers: [
    { kind: 'tulip', tone: 'pencil', x: 288, y: 360, r: 58 },
    { kind: 'tulip', tone: 'pencil', x: 520, y: 330, r: 54 },
    { kind: 'ranunculus', tone: 'pencil', x: 402, y: 372, r: 68, shade: 0.12 },
    { kind: 'rose', tone: 'pencil', x: 294, y: 474, r: 82, shade: 0.12 },
    { kind: 'peony', tone: 'pencil', x: 510, y: 462, r: 86, shade: 0.12 },
    { kind: 'rose', tone: 'pencil', x: 402, y: 560, r: 96, shade: 0.16 },
  ],
  frontLeaves: [
    ['pencil', 320, 640, -66, 100],
    ['pencil', 486, 634, 66, 96],
  ],
  trails: [],
  overLeaves: [],
  overFlowers: [],
  petals: [],
  bow: 0.86,
  card: { x: 426, y: 812, rotate: 7, size: 0.74, lettering: 'nothing yet' },
  stems: 'pencil',
}
