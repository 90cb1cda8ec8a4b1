/** Shows the link to the first field that is missing or wrong, and how many there are. Browser only. */
export function showNextField(isFaulty: (field: string) => boolean): void {
  const line = document.getElementById('missing')
  if (!line) return
  const links = [...line.querySelectorAll('a')]
  const faulty = links.filter(({ hash }) => isFaulty(hash.slice(1)))
  for (const link of links) link.toggleAttribute('data-next', link === faulty[0])
  line.hidden = faulty.length === 0
  line.dataset['left'] = String(faulty.length)
}
