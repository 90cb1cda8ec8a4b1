import { PageHeader } from '#src/features/admin/shared/page-header.tsx'
export function Account() {
  return <PageHeader title="Account" />
}
