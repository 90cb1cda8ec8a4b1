import { Link } from '@tanstack/react-router'
import Pencil from 'lucide-react/icons/pencil'
import Trash from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import { DeleteDialog, type Deletion } from './delete-dialog.tsx'
import type { Target } from './target.ts'

type RowActionsProps = {
  /** Of the row, for screen readers: `Edit Really Bad`. */
  name: string
  edit: Target
  deletion: Deletion
}

/** Edit and delete at the end of a row (§2). */
export function RowActions({ name, edit, deletion }: RowActionsProps) {
  const [asking, setAsking] = useState(false)
  return (
    <div className="row-actions">
      <Link {...edit} className="icon-button" aria-label={`Edit ${name}`} title="Edit">
        <Pencil aria-hidden />
      </Link>
      <button
        type="button"
        className="icon-button"
        aria-label={`Delete ${name}`}
        title="Delete"
        onClick={() => setAsking(true)}
      >
        <Trash aria-hidden />
      </button>
      <DeleteDialog deletion={deletion} open={asking} onOpenChange={setAsking} />
    </div>
  )
}
