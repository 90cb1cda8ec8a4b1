import { expect, test } from 'vitest'
import { filesOfPage } from '#src/build/page-utilities.ts'

const filesOf = (page: string) => [...filesOfPage(process.cwd(), page)]

test('a page’s utilities come from its layout, its features and the components they use', () => {
  const files = filesOf('src/pages/index.astro')
  expect(files).toContain('src/layouts/footer.astro')
  expect(files).toContain('src/storefront/zip-gate/zip-gate.tsx')
  expect(files).toContain('src/components/ui/field.tsx')
})

test('islands and scripts belong to the page that has them', () => {
  expect(filesOf('src/pages/index.astro')).toContain('src/storefront/waitlist/waitlist-dialog.tsx')
  expect(filesOf('src/pages/florist.astro')).toContain('src/storefront/florist-portal/florist.ts')
})

test('a script that waits for a press belongs to its page', () => {
  expect(filesOf('src/pages/payment.astro')).toContain('src/storefront/note-help/draw-report.ts')
})

test('what other pages use does not belong to a page', () => {
  const files = filesOf('src/pages/learn/[slug].astro')
  expect(files).toContain('src/storefront/learn/mdx-components/call-out.astro')
  expect(files).not.toContain('src/storefront/checkout/checkout-form.tsx')
})
