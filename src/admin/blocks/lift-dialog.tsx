import { useQueryClient } from '@tanstack/react-query'
import { liftRequest } from '#api/stop/admin-schema.ts'
import type { Openable } from '#src/admin/lazy-part.tsx'
import { FormDialog } from '#src/admin/ui/form-dialog.tsx'
import { FormTextArea } from '#src/admin/ui/form-fields.tsx'
import { SmallForm } from '#src/admin/ui/small-form.tsx'
import { notify } from '#src/admin/ui/toasts.tsx'
import { type Block, blocksQuery, liftBlock } from './queries.ts'

/** Asks why a block is lifted. */
export function LiftDialog({ block, ...openable }: Openable & { block: Block }) {
  const cache = useQueryClient()
  const close = () => openable.onOpenChange(false)
  return (
    <FormDialog
      {...openable}
      title="Lift this block?"
      description={
        block.kind === 'place'
          ? 'Orders to this address are taken again, at once.'
          : 'Only if the recipient asks for it, and you are sure that it is them. Orders are taken again, at once.'
      }
    >
      <SmallForm
        label="Lift this block"
        schema={liftRequest}
        start={{ reason: '' }}
        send={async ({ reason }) => {
          await liftBlock(block.id, reason)
          await cache.invalidateQueries(blocksQuery)
          notify.success('The block is lifted')
          close()
        }}
        submit="Lift block"
        failure="Failed to lift the block"
        onCancel={close}
      >
        <FormTextArea
          name="reason"
          label="Reason"
          required
          hint="Who asked, when, and how you know them. It stays in this list."
        />
      </SmallForm>
    </FormDialog>
  )
}
