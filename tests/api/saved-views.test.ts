import { afterAll, beforeEach, expect, test } from 'vitest'
import { VIEWS_MAX } from '#domain/limits.ts'
import { savedViews } from '#drizzle/schema/accounts.ts'
import { openTestShop } from '#tests/support/shop.ts'
import { signIn } from '#tests/support/staff.ts'

const shop = await openTestShop()
const admin = await signIn(shop)
const other = await signIn(shop)
afterAll(() => shop.close())
beforeEach(() => shop.db.delete(savedViews))

type View = { id: string; list: string; name: string; search: string }

const LATE = { list: 'orders', name: 'Late in New York', search: 'q=10001&sort=promised' }
const save = async (changes: object = {}, who = admin) =>
  (await who.post('/admin/saved-views', { ...LATE, ...changes })).status
const views = async (who = admin) => (await who.get('/admin/saved-views')).body['views'] as View[]

test('a view is saved for its owner alone', async () => {
  expect(await save()).toBe(200)
  expect(await views()).toEqual([{ id: expect.any(String), ...LATE }])
  expect(await views(other)).toEqual([])
})

test('views come by name, and one of the same name in other letters is replaced', async () => {
  await save({ name: 'beta' })
  await save({ name: 'Alpha' })
  await save({ name: 'BETA', search: 'status=pending' })
  await save({ name: 'Beta', list: 'waitlist' })
  expect((await views()).map(({ name, list, search }) => [name, list, search])).toEqual([
    ['Alpha', 'orders', LATE.search],
    ['BETA', 'orders', 'status=pending'],
    ['Beta', 'waitlist', LATE.search],
  ])
})

test('only its owner deletes a view, twice if they like', async () => {
  await save()
  const [view] = await views()
  const path = `/admin/saved-views/${view?.id}`
  expect((await other.delete(path)).status).toBe(200)
  expect(await views()).toHaveLength(1)
  for (let n = 0; n < 2; n++) expect((await admin.delete(path)).status).toBe(200)
  expect(await views()).toEqual([])
})

test.each([
  ['no name', { name: '  ' }],
  ['a long name', { name: 'x'.repeat(41) }],
  ['nothing to save', { search: '' }],
  ['a long search', { search: 'x'.repeat(501) }],
  ['an unknown list', { list: 'users' }],
])('%s is refused', async (_, changes) => {
  expect(await save(changes)).toBe(422)
  expect(await views()).toEqual([])
})

test(`there are at most ${VIEWS_MAX}, of which each can still be replaced`, async () => {
  for (let n = 0; n < VIEWS_MAX; n++) expect(await save({ name: `View ${n}` })).toBe(200)
  const refused = await admin.post('/admin/saved-views', { ...LATE, name: 'One more' })
  expect(refused).toMatchObject({
    status: 422,
    body: { error: { issues: [{ path: 'name', message: expect.stringContaining('delete one') }] } },
  })
  expect(await save({ name: 'View 7', search: 'status=completed' })).toBe(200)
  expect(await views()).toHaveLength(VIEWS_MAX)
  expect((await views()).find(({ name }) => name === 'View 7')?.search).toBe('status=completed')
})

test('two presses at once save one view', async () => {
  expect(await Promise.all([save(), save()])).toEqual([200, 200])
  expect(await views()).toHaveLength(1)
})
