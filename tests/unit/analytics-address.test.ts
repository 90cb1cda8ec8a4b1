import fc from 'fast-check'
import { expect, test } from 'vitest'
import { analyticsAddress } from '#domain/analytics-address.ts'
import { runs } from '#tests/support/soak.ts'

test.each([
  ['/', '/'],
  ['/learn/mess-up-index', '/learn/mess-up-index'],
  [
    '/payment?optionId=FLOWER-002&price=89.99&deliveryOption=today&deliveryPrice=9.99&meetDriver=false&product=Extremely+Bad',
    '/payment?optionId=FLOWER-002&price=89.99&deliveryOption=today&deliveryPrice=9.99&meetDriver=false&product=Extremely+Bad',
  ],
  ['/payment?canceled=true', '/payment?canceled=true'],
  [
    '/?utm_source=radio&utm_medium=air&utm_campaign=may',
    '/?utm_source=radio&utm_medium=air&utm_campaign=may',
  ],
  ['/admin/orders?page=3', '/admin/orders?page=3'],
  [
    '/admin/orders?status=confirmed&sort=promised&page=2',
    '/admin/orders?status=confirmed&sort=promised&page=2',
  ],
  ['/?utm_id=may-1&utm_term=flowers&utm_content=red', '/?utm_id=may-1&utm_term=flowers&utm_content=red'],
  ['/?change=1&waitlist=1&notice=joined', '/?change=1&waitlist=1&notice=joined'],
  [`/?product=${'x'.repeat(100)}`, `/?product=${'x'.repeat(100)}`],
])('%s is told as %s', (address, sent) => {
  expect(analyticsAddress(address)).toBe(sent)
})

test.each([
  ['/thank-you?session_id=cs_test_1234', '/thank-you'],
  ['/admin/orders?q=Sam+Sorry&status=confirmed', '/admin/orders?status=confirmed'],
  ['/admin/orders?q=ORD-8K2M4Q7T&sort=promised', '/admin/orders?sort=promised'],
  ['/?utm_content=sam%40example.com&utm_source=mail', '/?utm_source=mail'],
  ['/?autm_source=radio', '/'],
  ['/unsubscribe?token=abcdef', '/unsubscribe'],
  ['/?waitlist=1&zip=10001', '/?waitlist=1'],
  ['/login?from=%2Fadmin%2Forders', '/login'],
  ['/admin/orders?search=sam@example.com&page=2', '/admin/orders?page=2'],
  ['/?product=sam%40example.com', '/'],
  ['/?utm_source=sam%2540example.com', '/'],
  ['/?notice=cs_live_1', '/'],
  ['/sam@example.com/flowers', '/-/flowers'],
  ['/sam%40example.com', '/-'],
  ['/orders/cs_test_123', '/orders/-'],
  [`/?product=${'x'.repeat(101)}`, '/'],
  ['/home#sam@example.com', '/home'],
])('of %s only %s is told', (address, sent) => {
  expect(analyticsAddress(address)).toBe(sent)
})

test.each(['', 'home', 'https://elsewhere.example/', '//elsewhere.example/a', '/\\elsewhere.example'])(
  '"%s" is no address of ours',
  (address) => {
    expect(analyticsAddress(address)).toBeNull()
  },
)

test('never reports an email address or a session id, for any address', () => {
  const piece = fc.constantFrom(
    '/',
    '?',
    '&',
    '=',
    'product',
    'session_id',
    '%40',
    '@',
    'cs_test_1',
    'sam',
    '.',
    '#',
    '%',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
      const sent = analyticsAddress(`/${pieces.join('')}`) ?? ''
      expect(decodeURIComponent(sent.replaceAll(/%(?![0-9a-f]{2})/gi, '%25'))).not.toMatch(/@|cs_test/)
    }),
    { numRuns: runs(200) },
  )
})
