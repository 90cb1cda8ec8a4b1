import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { changePasswordRequest } from '#api/auth/account-schema.ts'
import { PASSWORD_MIN } from '#domain/password.ts'
import { FormText } from '#src/admin/ui/form-fields.tsx'
import { SmallForm } from '#src/admin/ui/small-form.tsx'
import { notify } from '#src/admin/ui/toasts.tsx'
import { activityQuery, changePassword, ownSessionsQuery } from './queries.ts'
import { Setting } from './setting.tsx'

const START = { currentPassword: '', password: '' }

/** Changes one's own password; whoever else is signed in with the old one is out. */
export function PasswordSetting({ email }: { email: string }) {
  const [shown, setShown] = useState(false)
  const cache = useQueryClient()
  const type = shown ? 'text' : 'password'
  return (
    <Setting title="Password" words={<p>A new one signs out every other browser. This one stays.</p>}>
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
        submit="Change Password"
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
          hint={`At least ${PASSWORD_MIN} characters. Four or five words that make no sense together do well.`}
        />
        <label className="check">
          <input type="checkbox" checked={shown} onChange={() => setShown(!shown)} />
          Show passwords
        </label>
      </SmallForm>
    </Setting>
  )
}
