import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { BLOCKS_SHOWN, type BlockKind } from '#domain/blocks.ts'
import { LAZY_PARTS, LazyPart } from '#src/admin/lazy-part.tsx'
import { EmptyState } from '#src/admin/ui/empty-state.tsx'
import { QueryError } from '#src/admin/ui/error-banner.tsx'
import { Fact, Facts } from '#src/admin/ui/facts.tsx'
import { LinkButton } from '#src/admin/ui/link-button.tsx'
import { PageHeader } from '#src/admin/ui/page-header.tsx'
import { When } from '#src/admin/ui/when.tsx'
import { Button } from '#src/components/ui/button.tsx'
import { type Block, blocksQuery } from './queries.ts'

const KINDS: Readonly<Record<BlockKind, string>> = {
  sender: 'No more from this sender',
  recipient: 'Nothing from this shop',
  place: 'Nothing can be delivered',
}

/** Who wants no flowers, and where nothing can be delivered. */
export function BlockList() {
  const query = useQuery(blocksQuery)
  const [isAdding, setAdding] = useState(false)
  const [lifting, setLifting] = useState<Block | null>(null)
  const [isLifting, setOpen] = useState(false)
  const { data } = query
  const lift = (block: Block) => () => {
    setLifting(block)
    setOpen(true)
  }
  return (
    <>
      <PageHeader
        title="Blocks"
        crumbs={[{ label: 'Dashboard', to: '/admin' }]}
        lead={`Recipients who want no flowers said so by the code on their card. Nobody can read an address here.${data?.rows.length === BLOCKS_SHOWN ? ` The last ${BLOCKS_SHOWN}.` : ''}`}
      >
        <LinkButton look="quiet" to="/admin/platforms">
          Agent platforms
        </LinkButton>
        <Button type="button" look="quiet" onClick={() => setAdding(true)}>
          Refuse an address
        </Button>
      </PageHeader>
      <QueryError query={query} fallback="Failed to load the blocks" />
      {query.isPending && (
        <div role="status" className="skeleton h-64">
          <span className="sr-only">Loading</span>
        </div>
      )}
      {data && data.rows.length === 0 && (
        <EmptyState title="No blocks">
          <p className="text-muted">Nobody has asked for an end of flowers.</p>
        </EmptyState>
      )}
      {data && data.rows.length > 0 && (
        <ul aria-label="Blocks" className="overflow-clip rounded-card border border-line bg-card">
          {data.rows.map((block) => (
            <Row key={block.id} block={block} onLift={lift(block)} />
          ))}
        </ul>
      )}
      <LazyPart load={LAZY_PARTS.refusePlace} props={{ open: isAdding, onOpenChange: setAdding }} />
      {lifting && (
        <LazyPart
          key={lifting.id}
          load={LAZY_PARTS.liftBlock}
          props={{ block: lifting, open: isLifting, onOpenChange: setOpen }}
        />
      )}
    </>
  )
}

function Row({ block, onLift }: { block: Block; onLift: () => void }) {
  const { kind, orderId, reference, attempts, lastAttemptAt, createdAt, note } = block
  const { liftedAt, liftReason, liftedByEmail } = block
  return (
    <li className="border-line px-4 py-4 not-first:border-t">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-3">
        <h2 className={`font-semibold ${liftedAt ? 'text-muted' : ''}`}>
          {liftedAt ? `${KINDS[kind]}, lifted` : KINDS[kind]}
        </h2>
        {!liftedAt && (
          <Button type="button" look="quiet" onClick={onLift}>
            Lift
          </Button>
        )}
      </div>
      <Facts>
        <Fact term="Since">
          <When at={createdAt} />
        </Fact>
        {kind === 'place' ? (
          <Fact term="Why">{note}</Fact>
        ) : (
          <Fact term="By the card of">
            {orderId ? (
              <Link className="link" to="/admin/orders/$id" params={{ id: orderId }}>
                {reference}
              </Link>
            ) : (
              'A deleted order'
            )}
          </Fact>
        )}
        <Fact term="Orders refused">
          {attempts === 0 || !lastAttemptAt ? (
            'None'
          ) : (
            <>
              <span>{`${attempts.toLocaleString('en-US')}, the last `}</span>
              <When at={lastAttemptAt} />
            </>
          )}
        </Fact>
        {liftedAt && (
          <Fact term="Lifted">
            <When at={liftedAt} />
            <span className="block">{`By ${liftedByEmail ?? 'a former user'}: ${liftReason}`}</span>
          </Fact>
        )}
      </Facts>
    </li>
  )
}
