import { useQueryClient } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { ConfirmButton } from '#src/admin/ui/confirm-dialog.tsx'
import { notify } from '#src/admin/ui/toasts.tsx'
import { ROLE_NAMES } from './labels.ts'
import {
  deactivateUser,
  reactivateUser,
  removeSecondFactor,
  USERS,
  type UserDetail,
  userQueries,
} from './queries.ts'

type UserAction = Pick<ComponentProps<typeof ConfirmButton>, 'danger' | 'title'> & {
  label: string
  run: () => Promise<unknown>
  description: string
  success: string
}

/** The actions on a person, each after a question. */
export function UserActions({ user, you }: { user: UserDetail; you: boolean }) {
  const cache = useQueryClient()
  return actionsOf(user, you).map(({ run, success, description, ...action }) => (
    <ConfirmButton
      key={action.label}
      {...action}
      action={action.label}
      run={async () => {
        try {
          await run()
          notify.success(success)
        } finally {
          void cache.invalidateQueries({ queryKey: USERS })
        }
      }}
      failure="That didn’t work. Please try again."
    >
      <p>{description}</p>
    </ConfirmButton>
  ))
}

function actionsOf(
  { id, email, role, state, version, secondFactor }: UserDetail,
  you: boolean,
): UserAction[] {
  const other = role === 'admin' ? 'member' : 'admin'
  const renew: UserAction = {
    label: 'Send new invitation',
    title: 'Send a new invitation?',
    description: `${email} gets a new link. The old one stops working.`,
    run: () => userQueries.create({ email, role }),
    success: `An invitation is on its way to ${email}`,
  }
  const change: UserAction = {
    label: `Make ${ROLE_NAMES[other]}`,
    title: `Make ${email} ${other === 'admin' ? 'an admin' : 'a member'}?`,
    description:
      other === 'admin' ? 'Admins see and change everything here.' : 'Members can’t open the back office.',
    run: () => userQueries.update(id, { role: other, version }),
    success: `${email} is now ${other === 'admin' ? 'an admin' : 'a member'}`,
  }
  const deactivate: UserAction = {
    label: 'Deactivate',
    title: `Deactivate ${email}?`,
    description: 'They’re signed out everywhere right away and can’t sign in until someone reactivates them.',
    danger: true,
    run: () => deactivateUser(id),
    success: `${email} is deactivated`,
  }
  const reactivate: UserAction = {
    label: 'Reactivate',
    title: `Reactivate ${email}?`,
    description: 'They can sign in again with their old password.',
    run: () => reactivateUser(id),
    success: `${email} can sign in again`,
  }
  const removeFactor: UserAction = {
    label: 'Remove Two-Factor',
    title: `Remove two-factor authentication for ${email}?`,
    description:
      'Their password alone will sign them in. They’re signed out everywhere and get an email about it. Make sure it’s really them asking.',
    danger: true,
    run: () => removeSecondFactor(id),
    success: `Two-factor authentication removed for ${email}`,
  }
  // One's own is switched off on the account screen, by the password and a code.
  const factor = secondFactor && !you ? [removeFactor] : []
  if (state === 'deactivated') return [reactivate, ...factor]
  return [...(state === 'invited' ? [renew] : []), change, ...factor, deactivate]
}
