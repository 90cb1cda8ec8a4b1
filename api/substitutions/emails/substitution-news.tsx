import { FooterLine, ReachUs } from '#api/platform/mail/layout.tsx'
import {
  buyerAction,
  type Managed,
  type OrderMail,
  promiseText,
  renderOrderMail,
} from '#api/platform/mail/order-parts.tsx'
import { Paragraph } from '#api/platform/mail/parts.tsx'
import type { Rendered } from '#api/platform/mail/render.tsx'
import type { Substitution } from '#domain/order/state.ts'
import {
  missingFlowers,
  noSentence,
  questionSentence,
  silenceSentence,
  usedSentence,
} from '#domain/order/substitution-messages.ts'

// To the buyer of an order whose florist misses a flower. `origin`: of the shop, for pictures and links.

type Missed = OrderMail & { substitution: Pick<Substitution, 'missing' | 'instead'> }

type SubstitutionQuestion = Missed & {
  /** ISO instant. */
  expiresAt: string
  /** The amount that a no gives back, in cents. */
  refundCents: number
  isDisputed: boolean
}

/** Asks whether other flowers may go in. @param link to the page with yes and no */
export function substitutionQuestion(
  { substitution, expiresAt, refundCents, isDisputed, ...mail }: SubstitutionQuestion,
  link: string,
  origin: string,
): Promise<Rendered> {
  const { order } = mail
  return renderOrderMail(
    mail,
    {
      subject: `A flower is missing: may we use another? (${order.orderReference})`,
      preview: questionSentence(substitution),
      heading: 'May we use another flower?',
      origin,
      footer: (
        <>
          <FooterLine>The link is only for you.</FooterLine>
          <ReachUs />
        </>
      ),
      action: { label: 'Answer yes or no', href: link },
      facts: [
        ['Missing', substitution.missing],
        ['Instead', substitution.instead],
        ['Promised by', promiseText(order)],
      ],
    },
    <>
      <Paragraph>{questionSentence(substitution)} You asked us to check with you first.</Paragraph>
      <Paragraph>{silenceSentence(substitution, expiresAt, order.timeZone)}</Paragraph>
      <Paragraph>Rather not? Say no. {noSentence({ refundCents, isDisputed })}</Paragraph>
    </>,
  )
}

/** The reason why the florist chose: the buyer left it to them, there was no time to ask, or no answer. */
export type ChosenBecause = 'preset' | 'no_time' | 'silent'

const BECAUSE: Readonly<Record<ChosenBecause, string>> = {
  preset: 'You left that to the florist. It is of equal value, and still yours to take credit for.',
  no_time:
    'You wanted to be asked first. There was no time left for that without being late, so the florist chose. It is of equal value.',
  silent: 'We didn’t hear from you in time, so your florist went ahead. It is of equal value.',
}

/** Once other flowers go in. */
export function orderSubstituted(
  { substitution, because, ...mail }: Missed & Managed & { because: ChosenBecause },
  origin: string,
): Promise<Rendered> {
  const { order } = mail
  return renderOrderMail(
    mail,
    {
      subject: `A small change to your bouquet (${order.orderReference})`,
      preview: usedSentence(substitution),
      heading: 'A small change to your bouquet.',
      origin,
      action: buyerAction(mail, origin),
      facts: [['Promised by', promiseText(order)]],
    },
    <>
      <Paragraph>{usedSentence(substitution)}</Paragraph>
      <Paragraph>{BECAUSE[because]}</Paragraph>
    </>,
  )
}

/** When they were asked, and there is nothing to answer any more. */
export function substitutionClosed(
  { substitution, isFound, ...mail }: Missed & Managed & { isFound: boolean },
  origin: string,
): Promise<Rendered> {
  const { order } = mail
  const missing = missingFlowers(substitution)
  return renderOrderMail(
    mail,
    {
      subject: isFound
        ? `The flowers turned up after all (${order.orderReference})`
        : `There is nothing to answer any more (${order.orderReference})`,
      preview: 'The link in our last email is closed.',
      heading: isFound ? 'Never mind. They turned up.' : 'Never mind our question.',
      origin,
      action: buyerAction(mail, origin),
      facts: [['Promised by', promiseText(order)]],
    },
    <Paragraph>
      {isFound
        ? `Your florist found ${missing} after all, and makes your bouquet as planned.`
        : `Your order has moved on since we asked you about ${missing}.`}{' '}
      There is nothing for you to answer any more: the link in our last email is closed.
    </Paragraph>,
  )
}
