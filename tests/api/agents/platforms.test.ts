import { describe, expect, test } from 'vitest'
import { profileOfHeader } from '#api/agents/platforms/agent-header.ts'
import { readPlatform } from '#api/agents/platforms/read-platform.ts'
import { unavailableService } from '#api/platform/failure.ts'
import { ProfileError, type Profiles } from '#api/platform/profiles/profiles.ts'
import { PROFILE_URL, platformProfile } from '#tests/support/played-platforms.ts'
import { shareTestShop } from '#tests/support/shared-shop.ts'

const shop = await shareTestShop()
const { platforms } = shop

const UNREACHABLE = new ProfileError('unreachable', 'The profile answered 500')
const UNREADABLE = new ProfileError('unreadable', 'The profile is no JSON')
const BUSY = { status: 503, code: 'busy', retryAfterSeconds: 60 }

let networks = 0
/** Asks from a network of its own unless one is named. */
const read = (address: string | null = PROFILE_URL, network = `network ${networks++}`) =>
  readPlatform(shop.deps, address, network)
const refusal = (status: number, code: string) =>
  expect.objectContaining({ name: 'ProtocolError', status, code })
const passSeconds = (seconds: number) => shop.pass(seconds / 60)
/** The address of another platform, which has published its profile. */
const another = (name: string) =>
  platforms.publish(platformProfile(), { at: `https://${name}.sorryflowers.com/ucp.json` })

test('a platform is read from the header of its request', async () => {
  platforms.publish(platformProfile({ name: 'Concierge', capabilities: ['dev.ucp.shopping.checkout'] }))
  expect(await read(profileOfHeader(`profile="${PROFILE_URL}"`))).toEqual({
    profileUrl: PROFILE_URL,
    name: 'Concierge',
    version: '2026-08-25',
    shared: new Set(['dev.ucp.shopping.checkout']),
  })
})

test('a platform with which nothing is shared is one all the same', async () => {
  platforms.publish(platformProfile({ capabilities: ['com.sorryflowers.nothing'] }))
  expect(await read()).toMatchObject({ profileUrl: PROFILE_URL, shared: new Set() })
})

test('two spellings of an address are one platform', async () => {
  platforms.publish(platformProfile())
  const [one, other] = [await read(), await read('HTTPS://AGENT.sorryflowers.com:443/x/../ucp.json')]
  expect(other.profileUrl).toBe(one.profileUrl)
  expect(platforms.fetched).toEqual([PROFILE_URL])
})

test.each([
  ['that is not named', null, 400, 'invalid_profile_url'],
  ['at no address', 'agent', 400, 'invalid_profile_url'],
  ['without https', 'http://agent.sorryflowers.com/ucp.json', 400, 'invalid_profile_url'],
  ['on this machine', 'http://127.0.0.1:8810/ucp.json', 400, 'invalid_profile_url'],
])('a profile %s is refused, and nobody is called', async (_, address, status, code) => {
  await expect(read(address)).rejects.toEqual(refusal(status, code))
  expect(platforms.fetched).toEqual([])
  expect(shop.requests()).toBe(0)
})

describe.each<[string, unknown, number, string]>([
  ['does not answer', UNREACHABLE, 424, 'profile_unreachable'],
  ['is no JSON', UNREADABLE, 422, 'profile_malformed'],
  ['has no version', { ucp: {} }, 422, 'profile_malformed'],
  ['has another version', platformProfile({ version: '2025-01-01' }), 422, 'version_unsupported'],
])('a profile that %s', (_, answer, status, code) => {
  test('is refused, and nobody is called again for a minute', async () => {
    platforms.publish(answer, { maxAgeSeconds: 600 })
    for (const seconds of [0, 59]) {
      passSeconds(seconds)
      await expect(read()).rejects.toEqual(refusal(status, code))
    }
    expect(platforms.fetched).toHaveLength(1)
    platforms.publish(platformProfile())
    passSeconds(1)
    expect(await read()).toMatchObject({ version: '2026-08-25' })
  })

  test('is no problem of the shop', async () => {
    platforms.publish(answer)
    await expect(read()).rejects.toEqual(refusal(status, code))
    await shop.settled()
    expect(shop.logged).toEqual([])
  })
})

test.each([
  [undefined, 60],
  [0, 60],
  [59, 60],
  [600, 600],
  [3600, 3600],
  [86_400, 3600],
])('a profile with a max-age of %j is kept for %i s', async (maxAgeSeconds, kept) => {
  platforms.publish(platformProfile(), maxAgeSeconds === undefined ? {} : { maxAgeSeconds })
  await read()
  platforms.publish(platformProfile({ version: '2026-04-08' }))
  passSeconds(kept - 1)
  expect(await read()).toMatchObject({ version: '2026-08-25' })
  expect(platforms.fetched).toHaveLength(1)
  passSeconds(1)
  expect(await read()).toMatchObject({ version: '2026-04-08' })
})

test('a profile that fails once its time is over is refused: its platform may have ended', async () => {
  platforms.publish(platformProfile())
  await read()
  platforms.publish(UNREACHABLE)
  passSeconds(60)
  await expect(read()).rejects.toEqual(refusal(424, 'profile_unreachable'))
})

test('500 profiles are kept; the one that nobody asked for longest goes first', async () => {
  const [first, second] = [another('first'), another('second')]
  await read(first)
  await read(second)
  for (let n = 3; n <= 500; n++) await read(another(`a${n}`))
  await read(first)
  await read(another('one-more'))
  expect(shop.deps.knownPlatforms.size).toBe(500)
  platforms.fetched.length = 0
  await read(first)
  await read(second)
  expect(platforms.fetched).toEqual([second])
})

test('addresses that fail push out no platform that was read, and are not called again either', async () => {
  const known = another('known')
  await read(known)
  const invented = (n: number) => `https://invented${n}.sorryflowers.com/ucp.json`
  for (let n = 1; n <= 500; n++) await read(invented(n)).catch(() => null)
  expect(shop.deps.knownPlatforms.size).toBe(500)
  platforms.fetched.length = 0
  await read(known)
  await expect(read(invented(500))).rejects.toEqual(refusal(424, 'profile_unreachable'))
  expect(platforms.fetched).toEqual([])
})

test('a failure of ours is thrown as it is, and not kept', async () => {
  platforms.publish(new TypeError('A mistake'))
  await expect(read()).rejects.toThrow('A mistake')
  platforms.publish(platformProfile())
  expect(await read()).toMatchObject({ profileUrl: PROFILE_URL })
})

test('a request does not wait for what another one fetches', async () => {
  const held = Promise.withResolvers<Awaited<ReturnType<Profiles['fetch']>>>()
  const first = readPlatform({ ...shop.deps, profiles: { fetch: () => held.promise } }, PROFILE_URL, 'other')
  platforms.publish(platformProfile({ name: 'Second' }))
  expect(await read()).toMatchObject({ name: 'Second' })
  held.resolve({ document: platformProfile({ name: 'First' }), maxAgeSeconds: null })
  expect(await first).toMatchObject({ name: 'First' })
})

describe('more profiles than the limit of a minute', () => {
  const limitTo = (max: number) => {
    shop.deps.config.limits.profileFetches = { max, seconds: 60 }
  }

  test('are not fetched; what is kept is not counted', async () => {
    limitTo(2)
    const [one, two, three] = [another('one'), another('two'), another('three')]
    for (const address of [one, one, two, one, two]) await read(address)
    await expect(read(three)).rejects.toMatchObject(BUSY)
    expect(platforms.fetched).toEqual([one, two])
    expect(await read(one)).toMatchObject({ profileUrl: one })
  })

  test('are not fetched for one network, which has half of them, and are for others', async () => {
    limitTo(4)
    const [one, two, three] = [another('one'), another('two'), another('three')]
    for (const address of [one, one, two]) await read(address, 'stranger')
    await expect(read(three, 'stranger')).rejects.toMatchObject(BUSY)
    expect(await read(three, 'somebody else')).toMatchObject({ profileUrl: three })
  })

  test('are fetched again a minute later', async () => {
    limitTo(1)
    const [one, two] = [another('one'), another('two')]
    await read(one)
    passSeconds(59)
    await expect(read(two)).rejects.toMatchObject(BUSY)
    passSeconds(1)
    expect(await read(two)).toMatchObject({ profileUrl: two })
  })

  test('shut no platform out that was known an hour ago', async () => {
    limitTo(1)
    const known = another('known')
    await read(known)
    passSeconds(60 + 3599)
    await read(another('stranger'))
    expect(await read(known)).toMatchObject({ profileUrl: known })
    passSeconds(1)
    await expect(read(known)).rejects.toMatchObject(BUSY)
    expect(platforms.fetched).toHaveLength(2)
  })

  test('do not make a failure last', async () => {
    limitTo(1)
    platforms.publish(UNREACHABLE)
    await expect(read()).rejects.toEqual(refusal(424, 'profile_unreachable'))
    passSeconds(60)
    await read(another('stranger'))
    await expect(read()).rejects.toMatchObject(BUSY)
  })
})

test('while the database is away nobody is called, and a platform that is known is answered', async () => {
  const known = another('known')
  await read(known)
  shop.setDatabaseFault({ kind: 'error' })
  expect(await read(known)).toMatchObject({ profileUrl: known })
  platforms.publish(platformProfile())
  const failure: unknown = await read().catch((error: unknown) => error)
  expect(unavailableService(failure)).toBe('database')
  expect(platforms.fetched).toEqual([known])
})
