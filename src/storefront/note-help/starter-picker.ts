import { MISHAPS, type Mishap, RECIPIENTS, type Recipient, STARTERS } from '#domain/apology/starters.ts'
import { element } from './elements.ts'

/** Two choices and the card that goes with them. Browser only. */
export function starterPicker(onUse: (text: string) => void): HTMLElement {
  const happened = choice('What happened', MISHAPS)
  const to = choice('To whom', RECIPIENTS)
  const words = element('p', 'rounded-[3px] bg-paper p-5 font-display leading-[1.6] font-semibold')
  // Word for word, as it would be printed.
  words.translate = false
  const draw = () => {
    words.textContent = starter()
  }
  const starter = () => STARTERS[happened.value() as Mishap][to.value() as Recipient]
  happened.select.onchange = draw
  to.select.onchange = draw
  const use = element('button', 'button button-quiet', 'Start with these words')
  use.type = 'button'
  use.onclick = () => onUse(starter())
  draw()
  return element(
    'section',
    'rule grid grid-cols-1 gap-4 pt-5',
    element('h3', 'text-[1.125rem]', 'A beginning'),
    element('div', 'grid grid-cols-1 gap-3 sm:grid-cols-2', happened.field, to.field),
    words,
    element(
      'p',
      'hint',
      `It takes the place of what is there, and Undo brings that back.${matchMedia('(pointer:fine)').matches ? ' Tab goes from blank to blank.' : ''}`,
    ),
    use,
  )
}

function choice(label: string, options: Readonly<Record<string, string>>) {
  const select = element(
    'select',
    'control w-full',
    ...Object.entries(options).map(([value, text]) => new Option(text, value)),
  )
  const field = element('label', 'field', element('span', 'label', label), select)
  return { select, field, value: () => select.value }
}
