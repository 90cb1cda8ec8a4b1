import type { recoveryCodes, securityEvents, sessions, users } from '#drizzle/schema/accounts.ts'
import { type Changes, LATER, next, type Row, STAMP, STAMPS, type With } from './row-kit.ts'

// Rows of people and their sessions, made as in rows.ts.

export function user(changes: Changes<typeof users> = {}): Row<typeof users> {
  const id = next('user')
  return {
    id,
    email: `${id}@example.com`,
    passwordHash: 'scrypt$16384$8$5$c2FsdA$aGFzaA',
    role: 'member',
    deactivatedAt: null,
    totpSecret: null,
    totpEnabledAt: null,
    totpLastStep: null,
    lastSignInAt: null,
    version: 1,
    ...STAMPS,
    ...changes,
  }
}

export function session(changes: With<typeof sessions, 'userId'>): Row<typeof sessions> {
  return {
    id: next('session'),
    refreshHash: next('refresh-hash'),
    previousHash: null,
    rotatedAt: STAMP,
    successorUsedAt: null,
    expiresAt: LATER,
    revokedAt: null,
    userAgent: null,
    lastSeenAt: STAMP,
    confirmedAt: null,
    createdAt: STAMP,
    ...changes,
  }
}

export function recoveryCode(changes: With<typeof recoveryCodes, 'userId'>): Row<typeof recoveryCodes> {
  return { codeHash: next('code-hash'), usedAt: null, createdAt: STAMP, ...changes }
}

export function securityEvent(changes: With<typeof securityEvents, 'userId'>): Row<typeof securityEvents> {
  return { id: next('security-event'), kind: 'signed_in', device: null, createdAt: STAMP, ...changes }
}
