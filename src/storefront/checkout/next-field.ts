import type { Messages } from '#src/lib/form-data.ts'

/** Shows the link to the first field that is in `found`, as missing-fields.css does where no script runs. */
export function showNextField(form: HTMLFormElement, found: Messages): void {
  const links = [...form.querySelectorAll<HTMLAnchorElement>('.missing a')]
  const next = links.find(({ hash }) => found[hash.slice(1)])
  for (const link of links) link.toggleAttribute('data-next', link === next)
  const line = links[0]?.parentElement
  if (line) line.hidden = Object.keys(found).length === 0
}
