import { useState } from 'react'
import { type Selection, SelectionBar } from '#src/admin/ui/selection.tsx'
import { Button } from '#src/components/ui/button.tsx'
import { AssignSelectedDialog } from './assign-selected-dialog.tsx'
import type { OrderRow } from './queries.ts'

/** Gives the chosen orders to one shop. */
export function AssignSelected({ selection }: { selection: Selection<OrderRow> }) {
  const { chosen, clear } = selection
  const [open, setOpen] = useState(false)
  // What was chosen when it was opened: the list may change behind it.
  const [orders, setOrders] = useState<readonly OrderRow[]>([])
  return (
    <>
      {chosen.length > 0 && (
        <SelectionBar
          text={`${chosen.length} ${chosen.length === 1 ? 'order' : 'orders'} selected`}
          onClear={clear}
        >
          <Button
            type="button"
            onClick={() => {
              setOrders(chosen)
              setOpen(true)
            }}
          >
            Assign to a Shop
          </Button>
        </SelectionBar>
      )}
      <AssignSelectedDialog orders={orders} open={open} onOpenChange={setOpen} onAssigned={clear} />
    </>
  )
}
