import { useState } from 'react'
import { LAZY_PARTS, LazyPart } from '#src/admin/lazy-part.tsx'
import { Button } from '#src/components/ui/button.tsx'
import type { OrderDetail } from './queries.ts'

/** `Refund` and the dialog behind it. */
export function RefundButton({ order, look }: { order: OrderDetail; look: 'action' | 'quiet' }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button type="button" look={look} onClick={() => setOpen(true)}>
        Refund
      </Button>
      <LazyPart load={LAZY_PARTS.refund} props={{ open, onOpenChange: setOpen, order }} />
    </>
  )
}
