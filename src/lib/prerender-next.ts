/**
 * Speculation rules: a browser that knows them prepares the page that a hidden link (`rel=next`) names, so that the step after the
 * press is there at once. The link is seen once it is known where the press leads, and not before.
 */
export const PRERENDER_NEXT = JSON.stringify({
  prerender: [{ where: { selector_matches: '[rel=next]' }, eagerness: 'immediate' }],
})
