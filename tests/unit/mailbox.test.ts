import { expect, test } from 'vitest'
import { registeredDomainOf } from '#api/waitlist/service.ts'
import { isPublicMailDomain, mailboxOf } from '#domain/mailbox.ts'

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

test.each([
  ['"a@b"@Example.com', 'example.com'],
  ['sam@mail.branch.example.com', 'example.com'],
  ['sam@branch.example.co.uk', 'example.co.uk'],
  ['sam@nyc.gov', 'nyc.gov'],
  ['sam@co.uk', 'co.uk'],
  ['sam@localhost', 'localhost'],
  ['sam@[192.0.2.1]', '[192.0.2.1]'],
])('%s belongs to the domain %s', (email, domain) => {
  expect(registeredDomainOf(email)).toBe(domain)
})

test('tells public mail providers from private domains', () => {
  expect(isPublicMailDomain(registeredDomainOf(mailboxOf('sam@googlemail.com')))).toBe(true)
  expect(isPublicMailDomain('bakery.example')).toBe(false)
})
