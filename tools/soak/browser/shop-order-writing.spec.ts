import { expectClean } from '#tests/e2e/accessibility.ts'
import { assign, bought, florist } from '#tests/e2e/florist-orders.ts'
import { toasts } from '#tests/e2e/flow.ts'
import { expect, failFirst, someone, test } from '#tests/e2e/shop.ts'
import { callApi, signInAs } from '#tests/e2e/staff.ts'

// Everything that is written on the screen of one shop order: contact history, notes, instructions, payment reference, link.

test('contact history opens and scrolls to the newest note', async ({ page, database }) => {
  await signInAs(page)
  const shop = await florist(page)
  const id = await assign(page, await bought(database), shop.id)
  const path = `/admin/shop-orders/${id}`
  const add = (note: string) =>
    callApi(page, 'POST', `${path}/contacts`, { key: crypto.randomUUID(), note: note.repeat(12) })
  for (const note of ['Called, busy. ', 'Called again. ']) expect((await add(note)).status).toBe(200)

  await page.goto(path)
  const history = page.getByRole('list', { name: 'Contact history' })
  await expect(history.getByRole('listitem')).toHaveCount(2)
  const scrolls = () => history.evaluate(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight)
  const notes = page.getByLabel('New note')
  let count = 2
  while (!(await scrolls())) {
    count += 1
    await notes.fill(`Note ${count}: ${'they call back. '.repeat(12)}`)
    await page.getByRole('button', { name: 'Add note' }).click()
    await expect(history.getByRole('listitem')).toHaveCount(count)
    await expect(notes).toHaveValue('')
  }
  await notes.fill('The newest of all')
  await page.getByRole('button', { name: 'Add note' }).click()
  await expect(history.getByRole('listitem')).toHaveCount(count + 1)
  await expect(history.getByRole('listitem').last()).toBeInViewport()
  await expect(page.getByRole('heading', { name: /^Shop Order/ })).toBeVisible()
})

test.describe('when the answer is lost', () => {
  // The browser logs the lost answer.
  test.use({ refusals: true })

  test('a note that is sent again is one entry, and another text is another one', async ({
    page,
    database,
  }) => {
    await signInAs(page)
    const shop = await florist(page)
    const id = await assign(page, await bought(database), shop.id)
    await page.goto(`/admin/shop-orders/${id}`)
    const history = page.getByRole('list', { name: 'Contact history' })
    const button = page.getByRole('button', { name: 'Add note' })
    const add = async (note: string) => {
      await page.getByLabel('New note').fill(note)
      await button.click()
    }
    for (const next of ['Called, busy.', 'Called, and they call back.']) {
      await failFirst(page, '**/contacts', async (route) => {
        await route.fetch()
        await route.abort()
      })
      await add('Called, busy.')
      await expect(page.getByRole('alert')).toBeVisible()
      await expect(button).not.toHaveAttribute('aria-busy')
      await add(next)
      await expect(history.getByRole('listitem').last()).toContainText(next)
      await expect(page.getByLabel('New note')).toHaveValue('')
    }
    await expect(history.getByRole('listitem')).toHaveText([/busy/, /busy/, /call back/])
  })
})

test('a note that is typed while another one is sent is kept', async ({ page, database }) => {
  await signInAs(page)
  const shop = await florist(page)
  await page.goto(`/admin/shop-orders/${await assign(page, await bought(database), shop.id)}`)
  const note = page.getByLabel('New note')
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  await page.route('**/contacts', async (route) => {
    await held
    await route.continue()
  })
  await note.fill('Called, busy.')
  await page.getByRole('button', { name: 'Add note' }).click()
  await note.fill('They call back.')
  letGo()
  await expect(toasts(page)).toContainText('Contact record added successfully')
  await expect(note).toHaveValue('They call back.')
  await page.getByRole('button', { name: 'Add note' }).click()
  const history = page.getByRole('list', { name: 'Contact history' })
  await expect(history.getByRole('listitem')).toHaveText([/busy/, /call back/])
  await expect(note).toHaveValue('')
})

test('saving unchanged notes, instructions and reference keeps them', async ({ page, database }) => {
  await signInAs(page)
  const shop = await florist(page)
  const id = await assign(page, await bought(database), shop.id, { specialInstructions: 'White ribbon' })
  const path = `/admin/shop-orders/${id}`
  const version = async () => (await callApi(page, 'GET', path)).body['version']
  const notes = { shopNotes: 'Slow on Mondays', version: await version() }
  expect((await callApi(page, 'PUT', `${path}/notes`, notes)).status).toBe(200)
  const details = {
    paymentReference: 'Check 7',
    specialInstructions: 'White ribbon',
    version: await version(),
  }
  expect((await callApi(page, 'PUT', `${path}/notes`, details)).status).toBe(200)

  await page.goto(path)
  const texts = [
    ['Shop notes', 'Slow on Mondays'],
    ['Special instructions', 'White ribbon'],
    ['Payment reference', 'Check 7'],
  ] as const
  const expectTexts = async () => {
    for (const [label, text] of texts) await expect(page.getByLabel(label)).toHaveValue(text)
  }
  await expectTexts()
  await page.getByRole('button', { name: 'Save Notes' }).click()
  await expect(page.getByText('Shop notes updated successfully')).toBeVisible()
  await expectTexts()
  const { body } = await callApi(page, 'GET', path)
  expect(body).toMatchObject({
    shopNotes: 'Slow on Mondays',
    specialInstructions: 'White ribbon',
    paymentReference: 'Check 7',
  })

  // One button saves what was changed, whichever it is, and says what that was.
  await page.getByLabel('Shop notes').fill('')
  await page.getByLabel('Payment reference').fill('Check 8')
  await page.getByRole('button', { name: 'Save Notes' }).click()
  await expect(toasts(page)).toContainText('Payment reference updated successfully')
  const stored = async () => (await callApi(page, 'GET', path)).body
  await expect.poll(stored).toMatchObject({ shopNotes: null, paymentReference: 'Check 8' })
})

test('an accepted shop order with contacts has unique landmarks', async ({ page, database }) => {
  await signInAs(page)
  const shop = await florist(page, someone())
  const id = await assign(page, await bought(database), shop.id)
  const path = `/admin/shop-orders/${id}`
  const { body } = await callApi(page, 'GET', path)
  const confirmed = { status: 'confirmed', reason: null, version: body['version'] }
  expect((await callApi(page, 'PUT', `${path}/status`, confirmed)).status).toBe(200)
  const contact = { key: crypto.randomUUID(), note: 'They have it' }
  expect((await callApi(page, 'POST', `${path}/contacts`, contact)).status).toBe(200)
  await page.goto(path)
  await expect(page.getByRole('list', { name: 'Contact history' })).toContainText('They have it')
  await expectClean(page, 'accepted, with contacts')
})
