import { expect, test } from 'vitest'
import { domainOf, isPublicMailDomain, mailboxOf } from '#domain/mailbox.ts'

test.each([
  ['Sam@Example.COM', 'sam@example.com'],
  [' sam@example.com ', 'sam@example.com'],
  ['sam+one@example.com', 'sam@example.com'],
  ['sam+one+two@example.com', 'sam@example.com'],
  ['s.a.m@example.com', 's.a.m@example.com'],
  ['s.a.m+one@gmail.com', 'sam@gmail.com'],
  ['S.Am@GoogleMail.com', 'sam@gmail.com'],
  ['+one@example.com', '+one@example.com'],
])('counts %s as the mailbox %s', (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox)
})

test('takes the domain behind the last at sign', () => {
  expect(domainOf('"a@b"@Example.com')).toBe('example.com')
})

test('tells public mail providers from private domains', () => {
  expect(isPublicMailDomain(domainOf(mailboxOf('sam@googlemail.com')))).toBe(true)
  expect(isPublicMailDomain('bakery.example')).toBe(false)
})
