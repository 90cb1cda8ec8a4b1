import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepForm, takeKeptForm } from '#src/lib/kept-form.ts'

beforeEach(() => {
  const stored = new Map<string, string>()
  const sessionStorage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
    removeItem: (key: string) => stored.delete(key),
  }
  vi.stubGlobal('window', { sessionStorage })
  vi.stubGlobal('location', { pathname: '/florist' })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

test('a form is there once after the reload of its page, and only there', () => {
  keepForm('late', { until: '18:00', photos: ['a'] })
  expect(takeKeptForm('substitute')).toBeNull()
  vi.stubGlobal('location', { pathname: '/' })
  expect(takeKeptForm('late')).toBeNull()
  vi.stubGlobal('location', { pathname: '/florist' })
  expect(takeKeptForm('late')).toEqual({ until: '18:00', photos: ['a'] })
  expect(takeKeptForm('late')).toBeNull()
})

test('passwords and codes are not kept', () => {
  keepForm('account', { email: 'a@example.com', password: 'x', currentPassword: 'y', code: '123456' })
  expect(takeKeptForm('account')).toEqual({ email: 'a@example.com' })
})

test('a browser without storage keeps nothing, and says nothing', () => {
  vi.stubGlobal('window', {})
  keepForm('late', { until: '18:00' })
  expect(takeKeptForm('late')).toBeNull()
})
