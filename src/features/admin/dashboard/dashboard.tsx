import { PageHeader } from '#src/features/admin/shared/page-header.tsx'
export function Dashboard() {
  return <PageHeader title="Dashboard" />
}
