import { folds } from './ribbon.ts'
import { el, type Sheet, transform } from './svg.ts'

/** The words on the card; the worse it was, the more of them. An empty card still waits for its words. */
export type CardText = 'sorry' | 'so sorry' | 'so, so sorry' | 'nothing yet'

/** The letters as one pen would draw them: baseline at 0, x-height 20. */
const s = 'M15 -17C12 -22 3 -21 4 -14C5 -8 15 -9 14 -2C13 4 3 4 0 -1'
const o = 'M33 -19C24 -22 20 -10 22 -4C24 3 34 2 36 -7C37 -14 35 -18 31 -20C34 -15 39 -15 43 -18'
const rry =
  'M46 -20C48 -13 47 -7 46 0C46 -9 50 -19 57 -17' +
  'M61 -20C63 -13 62 -7 61 0C61 -9 65 -19 72 -17' +
  'M76 -19C74 -10 77 -1 83 -4C88 -7 90 -14 90 -20C92 -6 92 12 84 18C78 22 73 16 78 10C83 4 92 2 97 -3'
const comma = 'M46 -2C48 1 46 6 42 8'

function pen(d: string, place: string): string {
  return el('g', { transform: place }, folds(d, '#2a1a1f', 2.8, '.92'))
}

function lettering(text: CardText): string {
  const stop = (x: number, y: number) => el('circle', { cx: x, cy: y, r: 2.2, fill: '#b3273f' })
  const sorry = (place: string) => pen(s + o + rry, place)
  switch (text) {
    case 'sorry':
      return sorry('translate(39 68)') + stop(141, 67)
    case 'so sorry':
      return pen(s + o, 'translate(44 47)scale(.86)') + sorry('translate(50 80)scale(.86)') + stop(138, 79)
    case 'so, so sorry':
      return (
        pen(s + o + comma, 'translate(38 47)scale(.86)') +
        pen(s + o, 'translate(92 45)scale(.86)') +
        sorry('translate(50 80)scale(.86)') +
        stop(138, 79)
      )
    case 'nothing yet':
      return [66, 89, 112].map((x) => el('circle', { cx: x, cy: 60, r: 4, fill: '#dcb6ba' })).join('')
  }
}

/** Where the card hangs. */
export type CardPlace = {
  readonly x: number
  readonly y: number
  readonly rotate: number
  readonly size: number
  readonly lettering: CardText
}

/** The small card on its string, tied to the bow at its place. */
export function card(sheet: Sheet, place: CardPlace): string {
  const stops = [
    [0, '#ffffff'],
    [1, '#f7ede2'],
  ] as const
  const face = sheet.linear('card-face', stops, { x1: 0, y1: 0, x2: '.6', y2: 1 })
  const body =
    folds('M0 0C16 10 22 12 32 22', '#b89266', 1.8, '1') +
    el('rect', { x: 18, y: 17, width: 150, height: 96, rx: 4, fill: '#4a2a16', opacity: '.16' }) +
    el('rect', { x: 14, y: 10, width: 150, height: 96, rx: 4, fill: face, stroke: '#ead9c6' }) +
    el('rect', { x: 21, y: 17, width: 136, height: 82, rx: 2, fill: 'none', stroke: '#e9b9bd' }) +
    el('circle', { cx: 32, cy: 26, r: 4, fill: '#d8bf9c' }) +
    lettering(place.lettering)
  return el(
    'g',
    { transform: transform({ x: place.x, y: place.y, rotate: place.rotate, scale: place.size }) },
    body,
  )
}
