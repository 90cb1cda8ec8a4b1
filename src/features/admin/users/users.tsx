import { PageHeader } from '#src/features/admin/shared/page-header.tsx'

export function Users() {
  return <PageHeader title="Users" />
}
