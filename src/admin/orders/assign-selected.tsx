import { useState } from 'react'
import { LAZY_PARTS, LazyPart } from '#src/admin/lazy-part.tsx'
import { type Selection, SelectionBar } from '#src/admin/ui/selection.tsx'
import { Button } from '#src/components/ui/button.tsx'
import type { OrderRow } from './queries.ts'

/** Gives the chosen orders to one shop. */
export function AssignSelected({ selection }: { selection: Selection<OrderRow> }) {
  const { chosen, clear } = selection
  const [open, setOpen] = useState(false)
  // The orders as they were when it was opened: the list may change behind it.
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
            Assign to a shop
          </Button>
        </SelectionBar>
      )}
      <LazyPart
        load={LAZY_PARTS.assignSelected}
        props={{ open, onOpenChange: setOpen, orders, onAssigned: clear }}
      />
    </>
  )
}
