import { PageHeader } from '#src/features/admin/shared/page-header.tsx'

export function Waitlist() {
  return <PageHeader title="Waitlist" />
}
