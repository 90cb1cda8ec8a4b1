import { checkApology, type Report } from '#domain/apology/check.ts'
import { verdict } from '#domain/apology/levels.ts'
import { STEPS } from '#domain/apology/steps.ts'
import { meterLabel, meterPaths } from '#src/lib/mess-up-meter.ts'
import { getPart } from '#src/lib/page-parts.ts'
import { markedText, markList, summaryOf } from './draw-report.ts'
import { element } from './elements.ts'

/** Shows what is found in a text, while it is typed (/learn/apology-check). Nothing leaves the page. Browser only. */
export function lookOver(text: string): void {
  const report = checkApology(text)
  const isEmpty = report.text.trim() === ''
  getPart('report').hidden = isEmpty
  const said = isEmpty ? '' : `Level ${report.level} of 10. ${summaryOf(report)}`
  if (getPart('found').textContent !== said) getPart('found').textContent = said
  if (isEmpty) return
  const meter = getPart('meter')
  meter.ariaLabel = meterLabel(report.level)
  const paths = meterPaths(report.level)
  for (const [i, path] of [...meter.querySelectorAll('path')].entries())
    path.setAttribute('d', paths[i] ?? '')
  getPart('level').textContent = String(report.level)
  getPart('verdict').textContent = verdict(report.level)
  getPart('marked').replaceChildren(markedText(report))
  getPart('marks').replaceChildren(markList(report))
  getPart('steps').replaceChildren(stepList(report))
}

/** The four steps: those that a text takes, and what to add for the others. */
function stepList({ steps }: Report): HTMLElement {
  const items = STEPS.map(({ id, title, missing }) => {
    const isThere = steps.has(id)
    const state = element('span', isThere ? 'text-stem' : 'text-rose-deep', isThere ? 'There' : 'Missing')
    const item = element('li', '', element('p', '', element('b', 'font-semibold', title), ': ', state))
    if (!isThere) item.append(element('p', 'text-small text-muted', missing))
    return item
  })
  return element('ol', 'grid list-decimal gap-2 pl-5', ...items)
}
