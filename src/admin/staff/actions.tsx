import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ConfirmDialog } from '#src/admin/ui/confirm-dialog.tsx'
import { notify } from '#src/admin/ui/toasts.tsx'
import { Button } from '#src/components/ui/button.tsx'
import { ROLE_NAMES } from './labels.ts'
import {
  deactivateUser,
  reactivateUser,
  removeSecondFactor,
  USERS,
  type UserDetail,
  userQueries,
} from './queries.ts'

type UserAction = {
  label: string
  question: string
  description: ReactNode
  danger?: boolean
  run: () => Promise<unknown>
  success: string
}

/** The actions on a person, each after a question. */
export function UserActions({ user, you }: { user: UserDetail; you: boolean }) {
  const [asked, setAsked] = useState<UserAction>()
  const cache = useQueryClient()
  const run = async (action: UserAction) => {
    try {
      await action.run()
      notify.success(action.success)
      setAsked(undefined)
    } finally {
      void cache.invalidateQueries({ queryKey: USERS })
    }
  }
  return (
    <>
      {actionsOf(user, you).map((action) => (
        <Button
          key={action.label}
          type="button"
          look="quiet"
          className={action.danger ? 'button-danger' : ''}
          onClick={() => setAsked(action)}
        >
          {action.label}
        </Button>
      ))}
      <ConfirmDialog
        open={asked !== undefined}
        onOpenChange={(open) => !open && setAsked(undefined)}
        title={asked?.question ?? ''}
        action={asked?.label ?? ''}
        onConfirm={() => asked && run(asked)}
      >
        {asked?.description}
      </ConfirmDialog>
    </>
  )
}

function actionsOf(
  { id, email, role, state, version, secondFactor }: UserDetail,
  you: boolean,
): UserAction[] {
  const other = role === 'admin' ? 'member' : 'admin'
  const renew: UserAction = {
    label: 'Send New Invitation',
    question: 'Send a new invitation?',
    description: <p>{`${email} gets a new link. The old one stops working.`}</p>,
    run: () => userQueries.create({ email, role }),
    success: `An invitation is on its way to ${email}`,
  }
  const change: UserAction = {
    label: `Make ${ROLE_NAMES[other]}`,
    question: `Make ${email} ${other === 'admin' ? 'an admin' : 'a member'}?`,
    description: (
      <p>
        {other === 'admin' ? 'Admins see and change everything here.' : 'Members can’t open the back office.'}
      </p>
    ),
    run: () => userQueries.update(id, { role: other, version }),
    success: `${email} is now ${other === 'admin' ? 'an admin' : 'a member'}`,
  }
  const deactivate: UserAction = {
    label: 'Deactivate',
    question: `Deactivate ${email}?`,
    description: (
      <p>They’re signed out everywhere right away and can’t sign in until someone reactivates them.</p>
    ),
    danger: true,
    run: () => deactivateUser(id),
    success: `${email} is deactivated`,
  }
  const reactivate: UserAction = {
    label: 'Reactivate',
    question: `Reactivate ${email}?`,
    description: <p>They can sign in again with their old password.</p>,
    run: () => reactivateUser(id),
    success: `${email} can sign in again`,
  }
  const removeFactor: UserAction = {
    label: 'Remove Two-Factor',
    question: `Remove two-factor authentication for ${email}?`,
    description: (
      <p>
        Their password alone will sign them in. They’re signed out everywhere and get an email about it. Make
        sure it’s really them asking.
      </p>
    ),
    danger: true,
    run: () => removeSecondFactor(id),
    success: `Two-factor authentication removed for ${email}`,
  }
  // One's own is switched off on the account screen, by the password.
  const factor = secondFactor && !you ? [removeFactor] : []
  if (state === 'deactivated') return [reactivate, ...factor]
  return [...(state === 'invited' ? [renew] : []), change, ...factor, deactivate]
}
