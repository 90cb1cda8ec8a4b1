/** The two kinds of codes of a second factor, and how each is typed. */
export const CODE_KINDS = {
  app: {
    label: 'Code',
    hint: 'The 6-digit code from your authenticator app.',
    other: 'Use a recovery code',
    control: { inputMode: 'numeric', autoComplete: 'one-time-code' },
  },
  recovery: {
    label: 'Recovery code',
    hint: 'One of the codes you saved when you turned on two-factor authentication. Each works once.',
    other: 'Use the authenticator app',
    control: { autoComplete: 'off', autoCapitalize: 'characters', spellCheck: false },
  },
} as const

export type CodeKind = keyof typeof CODE_KINDS

export const otherKind = (kind: CodeKind): CodeKind => (kind === 'app' ? 'recovery' : 'app')
