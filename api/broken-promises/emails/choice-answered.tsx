import { Bouquet, OrderLink, type OrderMail, promiseText } from '#api/platform/mail/order-parts.tsx'
import { Facts, Paragraph } from '#api/platform/mail/parts.tsx'
import { type Rendered, renderMail } from '#api/platform/mail/render.tsx'
import { publicImage } from '#domain/catalogue.ts'
import { formatMoney } from '#domain/money.ts'

type ChoiceAnswered = OrderMail & {
  answer: 'wait' | 'day'
  /** Of the delivery fee, on its way; 0: there is none. */
  feeRefundCents: number
}

/**
 * To the buyer who waits or takes another day.
 * @param origin of the shop, for pictures and links
 */
export function choiceAnswered(mail: ChoiceAnswered, origin: string): Promise<Rendered> {
  const { order, item, answer, feeRefundCents } = mail
  const promised = promiseText(order)
  return renderMail(
    {
      subject: `Your flowers arrive by ${promised} (${order.orderReference})`,
      preview: answer === 'wait' ? 'Thank you for waiting.' : 'You took another day. We wrote it down.',
      heading: answer === 'wait' ? 'Thank you for waiting.' : 'A new day it is.',
      origin,
    },
    <>
      <Paragraph>
        {answer === 'wait' ? 'You chose to wait.' : 'You chose another day.'} Your bouquet arrives by{' '}
        {promised}. We are sorry for the trouble.
      </Paragraph>
      {feeRefundCents > 0 && (
        <Paragraph>
          You paid for a delivery that didn’t come, so we are refunding the delivery fee with its tax,{' '}
          {formatMoney(feeRefundCents)}.
        </Paragraph>
      )}
      <OrderLink order={order} origin={origin} />
      <Bouquet title={item.title} src={publicImage(item, origin)} width={180} />
      <Facts
        facts={[
          ['Order', order.orderReference],
          ['Bouquet', item.title],
          ['Arrives by', promised],
        ]}
      />
    </>,
  )
}
