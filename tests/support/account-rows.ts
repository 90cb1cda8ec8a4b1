import { recoveryCodes, securityEvents, sessions, users } from '#drizzle/schema/accounts.ts'
import { type Changes, filled, LATER, next, STAMP, STAMPS, type With } from './row-kit.ts'

// Rows of people and their sessions, made as in rows.ts.

export function user(changes: Changes<typeof users> = {}) {
  const id = next('user')
  return filled(users, {
    id,
    email: `${id}@example.com`,
    passwordHash: 'scrypt$16384$8$5$c2FsdA$aGFzaA',
    ...STAMPS,
    ...changes,
  })
}

export function session(changes: With<typeof sessions, 'userId'>) {
  return filled(sessions, {
    id: next('session'),
    refreshHash: next('refresh-hash'),
    rotatedAt: STAMP,
    expiresAt: LATER,
    lastSeenAt: STAMP,
    createdAt: STAMP,
    ...changes,
  })
}

export function recoveryCode(changes: With<typeof recoveryCodes, 'userId'>) {
  return filled(recoveryCodes, { codeHash: next('code-hash'), createdAt: STAMP, ...changes })
}

export function securityEvent(changes: With<typeof securityEvents, 'userId'>) {
  return filled(securityEvents, {
    id: next('security-event'),
    kind: 'signed_in',
    createdAt: STAMP,
    ...changes,
  })
}
