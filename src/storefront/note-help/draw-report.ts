import { type Findings, type Mark, wordsOf } from '#domain/apology/phrases.ts'
import { BLANK } from '#domain/apology/starters.ts'
import { element } from './elements.ts'

type Found = Pick<Findings, 'text' | 'marks'>

/** A text with its marks: word for word, no browser translates it. Browser only. */
export function markedText({ text, marks }: Found): HTMLElement {
  const box = element('p', 'wrap-anywhere whitespace-pre-line')
  box.translate = false
  box.dir = 'auto'
  let at = 0
  for (const mark of marks) {
    const [start, end] = [mark.start, mark.start + wordsOf(text, mark).length]
    box.append(
      text.slice(at, start),
      element(
        'mark',
        'rounded-[3px] bg-butter-pale font-semibold text-ink underline decoration-rose decoration-wavy decoration-1 underline-offset-4',
        text.slice(start, end),
      ),
    )
    at = end
  }
  box.append(text.slice(at))
  return box
}

/**
 * The marked phrases, each with the reason and a better one. Browser only.
 * @param onUse writes the better one; absent: it can only be read
 */
export function markList({ text, marks }: Found, onUse?: (mark: Mark) => void): HTMLElement {
  const items = marks.map((mark) => {
    const words = wordsOf(text, mark)
    const isDropped = mark.better === ''
    const better = element('span', '', isDropped ? 'Leave it out.' : quoted(mark.better.trim()))
    better.translate = isDropped
    const phrase = element('p', 'font-semibold wrap-anywhere', quoted(words))
    phrase.translate = false
    const item = element(
      'li',
      'border-l-4 border-butter pl-3.5',
      phrase,
      element('p', 'text-small text-muted', mark.rule.why),
    )
    const line = element('p', 'mt-1', element('span', 'text-small text-muted', 'Better: '), better)
    if (onUse) {
      const use = element('button', 'link ml-2.5 py-1', 'Use it')
      use.type = 'button'
      use.ariaLabel = `Use it: ${isDropped ? `leave out ${words}` : mark.better.trim()}`
      use.onclick = () => onUse(mark)
      line.append(use)
    }
    item.append(line)
    return item
  })
  return element('ul', 'grid grid-cols-1 gap-4 empty:hidden', ...items)
}

/** A sentence about what was found. */
export function summaryOf({ text, marks }: Found): string {
  const blanks = text.split(BLANK).length - 1
  const left = blanks === 0 ? '' : ` ${blanks === 1 ? 'One blank' : `${blanks} blanks`} to fill in.`
  if (marks.length === 0) return `Nothing here takes it back.${left}`
  return `${marks.length === 1 ? 'One phrase' : `${marks.length} phrases`} to think about.${left}`
}

const quoted = (text: string) => (/^“.*”$/s.test(text) ? text : `“${text}”`)
