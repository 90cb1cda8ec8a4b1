import { type InviteUserRequest, inviteUserRequest } from '#api/staff/schema.ts'
import { ROLES } from '#domain/account.ts'
import { FormSelect, FormText } from '#src/admin/ui/form-fields.tsx'
import { RecordForm } from '#src/admin/ui/record-form.tsx'
import { ROLE_NAMES, USER_LABELS } from './labels.ts'
import { USERS, userQueries } from './queries.ts'

const START: InviteUserRequest = { email: '', role: 'admin' }

/** Sends somebody a link with which they choose their password (once, within 7 days). */
export function InviteUser() {
  return (
    <RecordForm
      record="User"
      list={{ label: 'Admin Users', to: '/admin/users' }}
      schema={inviteUserRequest}
      start={{ values: START, version: 0 }}
      save={userQueries.create}
      touches={USERS}
      messages={{
        submit: 'Send invitation',
        success: ({ email }) => `An invitation is on its way to ${email}`,
        failure: 'Failed to send the invitation',
      }}
      labels={USER_LABELS}
    >
      <FormText
        name="email"
        label="Email"
        type="email"
        required
        hint="They get a one-time link, valid for seven days, to choose their own password."
      />
      <FormSelect
        name="role"
        label="Role"
        required
        hint="Admins run the shop. Members can’t open the back office."
        options={ROLES.map((role) => [role, ROLE_NAMES[role]])}
      />
    </RecordForm>
  )
}
