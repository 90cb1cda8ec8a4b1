import { useQueryClient } from '@tanstack/react-query'
import { ActionButton } from '#src/admin/ui/action-button.tsx'
import { notify } from '#src/admin/ui/toasts.tsx'
import { hidePhoto, orderChanged } from './queries.ts'

/** Takes a photograph of a bouquet from shoppers at once, and gives it back. */
export function HidePhoto({ id, isHidden }: { id: string; isHidden: boolean }) {
  const cache = useQueryClient()
  return (
    <ActionButton
      look="link"
      failure="Failed to update the photo"
      run={async () => {
        await hidePhoto(id, { hidden: !isHidden })
        await orderChanged(cache)
        notify.success(
          isHidden ? 'Shoppers may see the photo again' : 'Shoppers don’t see the photo any more',
        )
      }}
    >
      {isHidden ? 'Show to shoppers' : 'Hide from shoppers'}
    </ActionButton>
  )
}
