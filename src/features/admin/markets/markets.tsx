import { PageHeader } from '#src/features/admin/shared/page-header.tsx'

export function Markets() {
  return <PageHeader title="Markets" />
}
