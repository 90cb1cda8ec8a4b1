import type { Page } from '@playwright/test'
import { expectClean, expectFits } from './accessibility.ts'
import { openCheckout, payButton } from './flow.ts'
import { AT, expect, fillForm, GATE, ordersOf, ready, someone, test } from './shop.ts'

// The card that goes with the flowers, while it is written.

const QUESTION = 'They will not know who it is from. Sign it?'

/** The card that is in sight: above the field on a phone, in the other column on a desktop. */
const card = (page: Page) => page.locator('.note-card > p:first-child:visible')

test(
  'shows the card as it is printed, asks once for a name, and loses nothing',
  GATE,
  async ({ page, database }) => {
    const email = someone()
    await openCheckout(page)
    await expect(card(page)).toHaveText('Your words, exactly as we print them.')
    await fillForm(page, email)
    const note = page.getByLabel('Apology note')
    await note.fill('I was wrong about the dishwasher.\n\nAnd the car.')
    const lines = ['I was wrong about the', 'dishwasher.', '', 'And the car.']
    await expect(card(page)).toHaveJSProperty('innerText', lines.join('\n'))
    await expectFits(page, 'with a card')
    // The second half of a double click answers nothing.
    await payButton(page).dblclick()
    const status = page.getByRole('status').filter({ hasText: QUESTION })
    await expect(status).toBeVisible()
    await expectClean(page, 'the question')
    await expectFits(page, 'the question')
    await status.getByRole('button', { name: 'Sign “Sam”' }).click()
    await expect(page.getByText('Signed: Sam')).toBeVisible()
    await expect(payButton(page)).toBeFocused()
    await expect(card(page)).toHaveJSProperty('innerText', [...lines, 'Sam'].join('\n'))
    await page.reload()
    await ready(page)
    await expect(card(page)).toHaveJSProperty('innerText', [...lines, 'Sam'].join('\n'))
    // It was asked: a reload asks no second time.
    await note.fill('Sorry.')
    await payButton(page).click()
    await page.waitForURL(`${AT.payments}/**`)
    expect(await ordersOf(database, email)).toMatchObject([{ apology_note: 'Sorry.' }])
  },
)
