import { describe, expect, test } from 'vitest'
import { profileAddress } from '#api/agents/platforms/profile-address.ts'

const SHOP = { origin: 'https://www.apologizebetter.com', loopbackProfiles: false }
const HERE = { origin: 'https://localhost:8443', loopbackProfiles: true }
const refusal = expect.objectContaining({
  name: 'ProtocolError',
  status: 400,
  code: 'invalid_profile_url',
})

describe('the address of a profile', () => {
  test.each([
    ['https://agent.sorryflowers.com/ucp.json', 'https://agent.sorryflowers.com/ucp.json'],
    ['https://agent.sorryflowers.com', 'https://agent.sorryflowers.com/'],
    ['HTTPS://Agent.SorryFlowers.com:443/a/../UCP', 'https://agent.sorryflowers.com/UCP'],
    ['https://agent.sorryflowers.com/ucp?v=1@2', 'https://agent.sorryflowers.com/ucp?v=1@2'],
    ['https://blumen-münchen.de/ucp', 'https://xn--blumen-mnchen-3ob.de/ucp'],
    ['https://1.2.3.4.sorryflowers.com/', 'https://1.2.3.4.sorryflowers.com/'],
    ['https://localhost.sorryflowers.com/', 'https://localhost.sorryflowers.com/'],
  ])('%s is one', (given, address) => {
    expect(profileAddress(given, SHOP)).toBe(address)
  })

  test.each([
    ['is missing', null],
    ['is empty', ''],
    ['is no address', 'agent'],
    ['is relative', '//agent.sorryflowers.com/ucp'],
    ['is not https', 'http://agent.sorryflowers.com/ucp'],
    ['is of another scheme', 'ftp://agent.sorryflowers.com/ucp'],
    ['is a document in itself', 'data:application/json,{}'],
    ['has no slashes', 'https:agent.sorryflowers.com/ucp'],
    ['has another port', 'https://agent.sorryflowers.com:8443/ucp'],
    ['has the port of http', 'https://agent.sorryflowers.com:80/ucp'],
    ['has a user', 'https://user@agent.sorryflowers.com/ucp'],
    ['has a user and a password', 'https://user:word@agent.sorryflowers.com/ucp'],
    ['has an empty user', 'https://@agent.sorryflowers.com/ucp'],
    ['has a fragment', 'https://agent.sorryflowers.com/ucp#a'],
    ['has an empty fragment', 'https://agent.sorryflowers.com/ucp#'],
    ['has a backslash', 'https://agent.sorryflowers.com\\@127.0.0.1/'],
    ['has a space', 'https://agent.sorryflowers.com/u cp'],
    ['begins with a space', ' https://agent.sorryflowers.com/ucp'],
    ['has a line break', 'https://agent.sorry\nflowers.com/ucp'],
    ['has an invisible character', 'https://agent.sorry\u200bflowers.com/ucp'],
    ['has one label', 'https://agent/ucp'],
    ['has a dot at its end', 'https://agent.sorryflowers.com./ucp'],
    ['has an empty label', 'https://agent..sorryflowers.com/ucp'],
    ['has a label that no host has', 'https://_agent.sorry_flowers.com/ucp'],
    ['is longer than 2,048 characters', `https://agent.sorryflowers.com/${'a'.repeat(2_018)}`],
    ['is as long before it is resolved', `https://agent.sorryflowers.com/${'a/../'.repeat(410)}`],
    ['has a host that is too long', `https://${`${'a'.repeat(60)}.`.repeat(5)}com/`],
    ['is as long once it is encoded', `https://agent.sorryflowers.com/${'é'.repeat(400)}`],
  ])('%s: refused', (_, given) => {
    expect(() => profileAddress(given, SHOP)).toThrow(refusal)
  })

  test.each([
    'https://127.0.0.1/',
    'https://127.1/',
    'https://2130706433/',
    'https://0x7f000001/',
    'https://0x7f.0.0.1/',
    'https://0177.0.0.1/',
    'https://0/',
    'https://127.0.0.1./',
    'https://１２７.０.０.１/',
    'https://127。0。0。1/',
    'https://10.0.0.8/',
    'https://169.254.169.254/latest/meta-data',
    'https://8.8.8.8/',
    'https://256.256.256.256/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:7f00:1]/',
    'https://[fd00::8]/',
    'https://[fe80::1%25eth0]/',
    'https://[2606:4700::1111]/',
  ])('an address in numbers, %s, is refused', (given) => {
    expect(() => profileAddress(given, SHOP)).toThrow(refusal)
  })

  test.each([
    ...['localhost', 'a.localhost', 'printer.local', 'vault.internal', 'metadata.google.internal', 'a.test'],
    ...['agent.example', 'example.com', 'agent.example.net', 'example.org', 'a.invalid', 'a.onion', 'a.alt'],
    ...['nas.home.arpa', '1.0.0.127.in-addr.arpa', 'a.intranet', 'a.private', 'a.corp', 'a.home', 'a.lan'],
    ...['a.localdomain', 'A.LocalHost', 'a.ｌｏｃａｌ'],
  ])('%s, a name of no public server, is refused', (host) => {
    expect(() => profileAddress(`https://${host}/ucp`, SHOP)).toThrow(refusal)
  })

  test.each(['www.apologizebetter.com', 'apologizebetter.com', 'api.apologizebetter.com'])(
    '%s, the shop itself, is refused',
    (host) => {
      expect(() => profileAddress(`https://${host}/.well-known/ucp`, SHOP)).toThrow(refusal)
    },
  )

  test('2,048 characters are taken', () => {
    const longest = `https://agent.sorryflowers.com/${'a'.repeat(2_017)}`
    expect(profileAddress(longest, SHOP)).toHaveLength(2048)
  })

  test('the refusal repeats nothing of it', () => {
    const refused = () => profileAddress('https://secret-word.internal/', SHOP)
    expect(refused).toThrow(refusal)
    expect(refused).not.toThrow('secret-word')
  })
})

describe('a profile on this machine', () => {
  const addresses = [
    'http://127.0.0.1:8810/p.json',
    'http://localhost:8810/p.json',
    'http://localhost/p.json',
  ]

  test.each(addresses)('%s is taken where that is allowed', (address) => {
    expect(profileAddress(address, HERE)).toBe(address)
  })

  test.each(addresses)('%s is refused elsewhere', (address) => {
    expect(() => profileAddress(address, SHOP)).toThrow(refusal)
  })

  test.each([
    ...['https://127.0.0.1:8810/', 'http://2130706433:8810/', 'http://127.0.0.2:8810/', 'http://[::1]:8810/'],
    ...['http://user@127.0.0.1:8810/', 'http://localhost.sorryflowers.com/', 'http://10.0.0.8/'],
    ...[
      'http://localhost:8810@sorryflowers.com/',
      'http://localhost:88100/',
      'http://agent.sorryflowers.com/',
    ],
  ])('%s is refused all the same', (address) => {
    expect(() => profileAddress(address, HERE)).toThrow(refusal)
  })

  test('a public one is taken, too', () => {
    expect(profileAddress('https://agent.sorryflowers.com/ucp', HERE)).toBe(
      'https://agent.sorryflowers.com/ucp',
    )
  })
})
