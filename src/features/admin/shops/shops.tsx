import { PageHeader } from '#src/features/admin/shared/page-header.tsx'

export function Shops() {
  return <PageHeader title="Shops" />
}
