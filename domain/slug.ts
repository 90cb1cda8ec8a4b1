/**
 * The address of an article by its title: lower case, spaces to hyphens, everything but letters, digits
 * and hyphens dropped, repeated hyphens folded. Accents come off their letters; no hyphen is left at either end.
 */
export function slugify(title: string): string {
  return title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\s/g, '-')
    .replace(/[^a-z0-9-]/g, '')
    .replace(/-+/g, '-')
    .replace(/^-|-$/g, '')
}
