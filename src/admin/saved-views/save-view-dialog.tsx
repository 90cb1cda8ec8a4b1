import { useQueryClient } from '@tanstack/react-query'
import { viewForm } from '#api/saved-views/schema.ts'
import type { ViewList } from '#domain/admin-lists.ts'
import type { Openable } from '#src/admin/lazy-part.tsx'
import { FormDialog } from '#src/admin/ui/form-dialog.tsx'
import { FormText } from '#src/admin/ui/form-fields.tsx'
import { SmallForm } from '#src/admin/ui/small-form.tsx'
import { notify } from '#src/admin/ui/toasts.tsx'
import { savedViewsQuery, saveView } from './queries.ts'

type SaveViewDialogProps = Openable & {
  list: ViewList
  /** The query of the list's address. */
  search: string
}

/** Asks what the view is to be called. */
export function SaveViewDialog({ list, search, open, onOpenChange }: SaveViewDialogProps) {
  const cache = useQueryClient()
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Save this view"
      description="The search, filters and order that you see now, under a name. Only you see your views."
    >
      <SmallForm
        label="Save this view"
        schema={viewForm}
        start={{ name: '' }}
        send={async ({ name }) => {
          await saveView({ list, search, name })
          await cache.invalidateQueries(savedViewsQuery)
          notify.success(`“${name}” saved`)
          onOpenChange(false)
        }}
        submit="Save view"
        failure="Failed to save the view"
        onCancel={() => onOpenChange(false)}
      >
        <FormText name="name" label="Name" autoComplete="off" />
      </SmallForm>
    </FormDialog>
  )
}
