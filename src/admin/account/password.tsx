import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { changePasswordRequest } from '#api/auth/schema.ts'
import { PASSWORD_MIN } from '#domain/sign-in.ts'
import { FormText } from '#src/admin/ui/form-fields.tsx'
import { CheckLabel } from '#src/admin/ui/form-layout.tsx'
import { SmallForm } from '#src/admin/ui/small-form.tsx'
import { notify } from '#src/admin/ui/toasts.tsx'
import { activityQuery, changePassword, ownSessionsQuery } from './queries.ts'
import { Setting } from './setting.tsx'

const START = { currentPassword: '', password: '' }

/** Changes one's own password and ends all other sessions. */
export function PasswordSetting({ email }: { email: string }) {
  const [shown, setShown] = useState(false)
  const cache = useQueryClient()
  const type = shown ? 'text' : 'password'
  return (
    <Setting
      title="Password"
      description={<p>Changing it signs out every other browser. This one stays signed in.</p>}
    >
      <SmallForm
        label="Change password"
        schema={changePasswordRequest}
        start={START}
        send={async (request) => {
          await changePassword(request)
          setShown(false)
          notify.success('Password changed successfully')
          await Promise.all([
            cache.invalidateQueries({ queryKey: ownSessionsQuery.queryKey }),
            cache.invalidateQueries({ queryKey: activityQuery.queryKey }),
          ])
        }}
        submit="Change password"
        failure="Failed to change the password"
      >
        {/* Tells the browser's password manager whose password this is. */}
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <FormText
          name="currentPassword"
          label="Current password"
          required
          type={type}
          autoComplete="current-password"
        />
        <FormText
          name="password"
          label="New password"
          required
          type={type}
          autoComplete="new-password"
          hint={`At least ${PASSWORD_MIN} characters. Four or five random words work well.`}
        />
        <CheckLabel>
          <input type="checkbox" checked={shown} onChange={() => setShown(!shown)} />
          Show passwords
        </CheckLabel>
      </SmallForm>
    </Setting>
  )
}
