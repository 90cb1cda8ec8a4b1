import type {
  invitations,
  rateCounters,
  recoveryCodes,
  savedViews,
  securityEvents,
  sessions,
  signInChallenges,
  users,
} from '#drizzle/schema/accounts.ts'
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

export function invitation(changes: With<typeof invitations, 'userId'>): Row<typeof invitations> {
  return {
    id: next('invitation'),
    kind: 'invitation',
    tokenHash: next('token-hash'),
    invitedBy: null,
    expiresAt: LATER,
    usedAt: null,
    revokedAt: null,
    createdAt: STAMP,
    ...changes,
  }
}

export function recoveryCode(changes: With<typeof recoveryCodes, 'userId'>): Row<typeof recoveryCodes> {
  return { codeHash: next('code-hash'), usedAt: null, createdAt: STAMP, ...changes }
}

export function signInChallenge(
  changes: With<typeof signInChallenges, 'userId'>,
): Row<typeof signInChallenges> {
  return { id: next('challenge'), expiresAt: LATER, createdAt: STAMP, ...changes }
}

export function securityEvent(changes: With<typeof securityEvents, 'userId'>): Row<typeof securityEvents> {
  return { id: next('security-event'), kind: 'signed_in', device: null, createdAt: STAMP, ...changes }
}

export function rateCounter(changes: Changes<typeof rateCounters> = {}): Row<typeof rateCounters> {
  return { key: next('sign-in'), windowStart: STAMP, count: 1, ...changes }
}

export function savedView(changes: With<typeof savedViews, 'userId'>): Row<typeof savedViews> {
  return {
    id: next('view'),
    list: 'orders',
    name: next('View'),
    search: 'status=pending',
    createdAt: STAMP,
    ...changes,
  }
}
