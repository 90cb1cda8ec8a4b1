import { Column, Row, Section, Text } from '@react-email/components'
import type { OrderAndShopState } from '#domain/order/fulfilment.ts'
import { PROGRESS_STEPS, type ProgressStep, progressOf } from '#domain/tracking.ts'
import { COLOURS } from './theme.ts'

const NAMES: Readonly<Record<ProgressStep, string>> = {
  ordered: 'Ordered',
  paid: 'Paid',
  accepted: 'Accepted',
  ready: 'Ready',
  delivered: 'Delivered',
}

/** The steps as what comes next. */
const NEXT: Readonly<Record<ProgressStep, string>> = {
  ordered: 'the order is placed',
  paid: 'the payment',
  accepted: 'a florist accepts',
  ready: 'the bouquet is ready',
  delivered: 'delivery',
}

const step = {
  borderTop: `4px solid ${COLOURS.line}`,
  color: COLOURS.muted,
  fontSize: '13px',
  lineHeight: '18px',
  margin: 0,
  padding: '6px 0 0',
}
const done = { color: COLOURS.stem, borderTopColor: COLOURS.stem, fontWeight: 600 }

/** The five steps of an order as a bar, and in a sentence for those who do not see it. Without one once it was cancelled. */
export function Progress({ state }: { state: OrderAndShopState }) {
  const steps = progressOf(state)
  if (!steps) return null
  const last = PROGRESS_STEPS.findLast((name) => steps[name]) ?? 'ordered'
  const next = PROGRESS_STEPS.find((name) => !steps[name])
  return (
    <Section style={{ margin: '4px 0 16px' }}>
      <Row aria-hidden="true" data-skip-in-text="true" style={{ tableLayout: 'fixed' }}>
        {PROGRESS_STEPS.map((name) => (
          <Column key={name} style={{ padding: '0 2px', verticalAlign: 'top' }}>
            <Text
              className={`step line ${steps[name] ? 'done' : 'muted'}`}
              style={{ ...step, ...(steps[name] && done) }}
            >
              {NAMES[name]}
            </Text>
          </Column>
        ))}
      </Row>
      <Text
        className="muted"
        style={{ color: COLOURS.muted, fontSize: '14px', lineHeight: '20px', margin: '8px 2px 0' }}
      >
        {`Step ${PROGRESS_STEPS.indexOf(last) + 1} of 5: ${NAMES[last].toLowerCase()}.`}
        {next && ` Next: ${NEXT[next]}.`}
      </Text>
    </Section>
  )
}
