const TONES: Readonly<Record<string, string>> = {
  pending: 'yellow',
  confirmed: 'blue',
  accepted: 'blue',
  processing: 'purple',
  preparing: 'purple',
  completed: 'green',
  succeeded: 'green',
  paid: 'green',
  contacted: 'green',
  active: 'green',
  ready: 'teal',
  delivered: 'teal',
  cancelled: 'red',
  rejected: 'red',
  failed: 'red',
  refunded: 'grey',
  inactive: 'grey',
  deactivated: 'grey',
  invited: 'yellow',
}

/** A status in its colour (§4: pending yellow, confirmed blue, processing purple, completed green, cancelled red, delivered teal). */
export function StatusBadge({ status, children }: { status: string; children?: string }) {
  return (
    <span className="status" data-tone={TONES[status] ?? 'grey'}>
      {children ?? status.charAt(0).toUpperCase() + status.slice(1)}
    </span>
  )
}
