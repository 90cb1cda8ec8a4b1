import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { clientNetwork, widerNetwork } from '#domain/client-network.ts'

describe('the network that a rate limit counts', () => {
  test.each([
    ['an IPv4 address', '203.0.113.7', '203.0.113.7'],
    ['white space around it', ' 203.0.113.7 ', '203.0.113.7'],
    ['the first 64 bits of an IPv6 address', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['zeros compressed within the first 64 bits', '2001::7:8', '2001:0:0:0::/64'],
    ['leading zeros and capital letters', '2001:0DB8:0001:0002:0:0:0:1', '2001:db8:1:2::/64'],
    ['a zone id', 'fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['an IPv4 address in IPv6 dress', '::ffff:203.0.113.7', '203.0.113.7'],
    ['the same in hexadecimal', '0:0:0:0:0:FFFF:cb00:7107', '203.0.113.7'],
    ['an IPv6 address that ends like IPv4', '2001:db8::203.0.113.7', '2001:db8:0:0::/64'],
  ])('is, for %s, %j → %j', (_, address, network) => {
    expect(clientNetwork(address)).toBe(network)
  })

  test.each([
    undefined,
    '',
    'unknown',
    '256.0.0.1',
    '1.2.3.4, 5.6.7.8',
    '2001:db8::1::2',
    '2001:db8:1:2:3:4:5:6:7',
    '::1]@example.com/',
    'x'.repeat(5_000),
  ])('is one for all who send %j', (address) => {
    expect(clientNetwork(address)).toBe('unknown')
  })

  const group = fc.integer({ min: 1, max: 0xffff }).map((bits) => bits.toString(16))
  const half = fc.tuple(group, group, group, group).map((groups) => groups.join(':'))

  test('is the same for all addresses of one /64 and another for each /64', () => {
    fc.assert(
      fc.property(half, half, half, half, (network, other, first, second) => {
        expect(clientNetwork(`${network}:${first}`)).toBe(clientNetwork(`${network}:${second}`))
        expect(clientNetwork(`${network}:${first}`) === clientNetwork(`${other}:${first}`)).toBe(
          network === other,
        )
      }),
    )
  })
})

describe('the wider network', () => {
  test.each([
    ['the first 48 bits of an IPv6 address', '2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
    ['a compressed address', '2001:db8::1', '2001:db8:0::/48'],
    ['none for an IPv4 address', '203.0.113.7', null],
    ['none for an IPv4 address in IPv6 dress', '::ffff:203.0.113.7', null],
    ['none for what is no address', '2001:db8::1::2', null],
    ['none where none is reported', undefined, null],
  ])('is %s', (_, address, network) => {
    expect(widerNetwork(address)).toBe(network)
  })
})
