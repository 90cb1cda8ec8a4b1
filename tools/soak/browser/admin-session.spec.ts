import type { BrowserContext, Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { expectClean, expectFits } from '#tests/e2e/accessibility.ts'
import { moveServerAlong, toasts } from '#tests/e2e/flow.ts'
import { addPerson, endSessions, type Person } from '#tests/e2e/people.ts'
import { expect, MOVING, own, test } from '#tests/e2e/shop.ts'
import { callApi, signInAs as signInWith } from '#tests/e2e/staff.ts'

// The session of an open page: kept, shared by the tabs, and over without loss of work.

// A session that is over is an error to the browser's console.
test.use({ refusals: true, ...MOVING })

const dialog = (page: Page, name = 'Your session has ended') => page.getByRole('alertdialog', { name })

const signInAs = (page: Page, { email, password }: Person) => signInWith(page, { email, password })

/** The form of a new product with something in it. */
async function beginProduct(page: Page, title: string): Promise<string> {
  const sku = `TEST-${own()}`
  await page.goto('/admin/products/new')
  await page.getByLabel('SKU *').fill(sku)
  await page.getByLabel('Title *').fill(title)
  await page.getByLabel('Price *').fill('12.50')
  await page.getByLabel('Description').fill('Typed slowly, with care.')
  return sku
}

async function signInAgain(page: Page, who: Person, name?: string): Promise<void> {
  await dialog(page, name).getByLabel('Password', { exact: true }).fill(who.password)
  await dialog(page, name).getByRole('button', { name: 'Sign In' }).click()
}

/** Counts how often the tabs of a browser asked for a new token. */
function countRefreshes(context: BrowserContext): () => number {
  let count = 0
  context.on('request', (request) => {
    if (request.url().endsWith('/api/auth/refresh')) count++
  })
  return () => count
}

test('a session that ends during a form allows signing in and saving there', async ({ page, database }) => {
  const person = await addPerson(database, { secondFactor: true })
  await page.goto('/terms')
  await callApi(page, 'POST', '/auth/sign-in', { email: person.email, password: person.password })
  await callApi(page, 'POST', '/auth/second-factor', { code: person.recoveryCode })
  const title = `Half an idea ${person.email}`
  await beginProduct(page, title)
  await endSessions(database, person)

  await page.getByRole('button', { name: 'Create Product' }).click()
  const ended = dialog(page)
  await expect(ended.getByLabel('Password', { exact: true })).toBeFocused()
  await expect(ended.getByLabel('Email')).toHaveValue(person.email)
  await expectClean(page, 'session ended')
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await expectFits(page, `session ended, ${width}`)
  }
  await page.keyboard.press('Escape')
  await expect(ended).toBeVisible()

  await signInAgain(page, { ...person, password: 'not what it was' })
  await expect(ended.getByRole('alert').first()).toHaveText('The email or password isn’t right.')
  await signInAgain(page, person)
  await ended.getByLabel('Code').fill(new TOTP({ secret: Secret.fromBase32(person.secret) }).generate())
  await ended.getByLabel('Code').press('Enter')
  await expect(ended).toBeHidden()
  await expect(page.getByRole('button', { name: 'Create Product' })).toBeFocused()
  await expect(page.getByLabel('Title *')).toHaveValue(title)
  await expect(page.getByLabel('Description')).toHaveValue('Typed slowly, with care.')
  await expect(page.getByText('not saved yet')).toBeVisible()

  await page.getByRole('button', { name: 'Create Product' }).click()
  await expect(toasts(page).getByText('Product created successfully')).toBeVisible()
  const { rows } = await database.execute({ sql: 'select id from products where title = ?', args: [title] })
  expect(rows).toHaveLength(1)
  await callApi(page, 'DELETE', `/admin/products/${String(rows[0]?.['id'])}`)
})

test('signing out ends every tab and restores unsaved work', async ({ page, context, database }) => {
  const person = await addPerson(database)
  await signInAs(page, person)
  await beginProduct(page, 'Left open')
  const other = await context.newPage()
  await other.goto('/admin/products/new')
  await other.getByLabel('Title *').fill('Changed my mind')
  await other.getByRole('button', { name: 'Menu' }).click()
  await other.getByRole('button', { name: 'Sign Out' }).click()
  const question = other.getByRole('alertdialog', { name: 'Sign out without saving?' })
  await question.getByRole('button', { name: 'Sign Out' }).click()
  await other.waitForURL('**/login')

  await expect(dialog(page, 'You have signed out')).toBeVisible()
  // It is enough to sign in once, anywhere.
  await other.getByLabel('Email').fill(person.email)
  await other.getByLabel('Password', { exact: true }).fill(person.password)
  await other.getByRole('button', { name: 'Sign In' }).click()
  await expect(dialog(page, 'You have signed out')).toBeHidden()
  await expect(page.getByLabel('Title *')).toHaveValue('Left open')
})

test('warns and reloads every tab for another user', async ({ page, context, database }) => {
  const [mine, theirs] = [await addPerson(database), await addPerson(database)]
  await signInAs(page, mine)
  await beginProduct(page, 'Mine')
  const other = await context.newPage()
  await other.goto('/admin/products/new')
  await other.getByLabel('Title *').fill('Mine, too')
  await endSessions(database, mine)
  await page.getByRole('button', { name: 'Create Product' }).click()
  await dialog(page).getByLabel('Email').fill(theirs.email)
  await expect(dialog(page).getByText(`That isn’t ${mine.email}.`)).toBeVisible()
  await signInAgain(page, theirs)
  await expect(toasts(page).getByText(`What ${mine.email} had typed here was not saved.`)).toBeVisible()
  await expect(page.getByLabel('Title *')).toHaveValue('')

  const signedInElsewhere = dialog(other, 'Someone else signed in')
  await expect(signedInElsewhere).toContainText(theirs.email)
  const sent: string[] = []
  other.on('request', (request) => sent.push(new URL(request.url()).pathname))
  await signInAgain(other, mine, 'Someone else signed in')
  await expect(signedInElsewhere).toBeHidden()
  await expect(other.getByLabel('Title *')).toHaveValue('Mine, too')
  expect(sent.filter((path) => path.startsWith('/api'))[0]).toBe('/api/auth/sign-in')
  await expect(dialog(page, 'Someone else signed in')).toContainText(mine.email)
  await page.getByRole('button', { name: `Reload as ${mine.email}` }).click()
  await expect(toasts(page).getByText(`You’re signed in as ${mine.email}.`)).toBeVisible()
})

test('two open tabs renew the session once, before it expires', async ({ page, context, database }) => {
  await moveServerAlong(context)
  await context.clock.install()
  await signInAs(page, await addPerson(database))
  const other = await context.newPage()
  for (const tab of [page, other]) {
    await tab.goto('/admin/products')
    await expect(tab.getByRole('searchbox')).toBeVisible()
  }
  const refreshes = countRefreshes(context)
  // A tab's question of now comes after what its clock has brought about.
  const askedByNow = async () => {
    for (const tab of [page, other]) await tab.evaluate(async () => void (await fetch('/api/health')))
    return refreshes()
  }
  await context.clock.fastForward('08:00')
  expect(await askedByNow()).toBe(0)
  await context.clock.fastForward('00:45')
  await expect.poll(refreshes).toBe(1)
  expect(await askedByNow()).toBe(1)
  await page.getByRole('searchbox').fill('flower')
  await expect(page).toHaveURL(/q=flower/)
  await expect(dialog(page)).toHaveCount(0)
})

test('retries a renewal without an answer', async ({ page, context, database }) => {
  await moveServerAlong(context)
  await context.clock.install()
  await signInAs(page, await addPerson(database))
  await page.goto('/admin/products')
  await expect(page.getByRole('searchbox')).toBeVisible()
  let failures = 0
  await page.route('**/api/auth/refresh', (route) => {
    if (failures++ < 3) return failures === 2 ? route.fulfill({ status: 503, json: {} }) : route.abort()
    return route.continue()
  })
  const renewed = page.waitForResponse((answer) => answer.url().endsWith('/refresh') && answer.ok())
  await context.clock.fastForward('08:45')
  await renewed
  expect(failures).toBe(4)
  await expect(dialog(page)).toHaveCount(0)
})

test('renews an expired token, also after sleep', async ({ page, context, database }) => {
  await signInAs(page, await addPerson(database))
  await page.goto('/admin/products')
  await expect(page.getByRole('searchbox')).toBeVisible()
  await context.clearCookies({ name: '__Host-access' })
  await page.getByRole('searchbox').fill('flower')
  await expect(page).toHaveURL(/q=flower/)
  await expect(page.getByRole('row')).toHaveCount(4)
  await context.clearCookies({ name: '__Host-access' })
  await page.reload()
  await expect(page.getByRole('row')).toHaveCount(4)
  await expect(page.getByRole('alert')).toHaveCount(0)
})
