import { PageHeader } from '#src/features/admin/shared/page-header.tsx'

export function Products() {
  return <PageHeader title="Products" />
}
