import { Heading, Text } from '@react-email/components'
import { FooterLine, MailLayout, ReachUs } from '#api/platform/mail/layout.tsx'
import { Bouquet, type OrderMail, promiseText } from '#api/platform/mail/order-parts.tsx'
import { ActionLink, Facts, headingStyle, paragraphStyle } from '#api/platform/mail/parts.tsx'
import { type Rendered, renderMail } from '#api/platform/mail/render.ts'
import { publicImage } from '#domain/catalogue.ts'
import { ANY_READER, formatMarketTime } from '#domain/dates.ts'
import { formatMoney } from '#domain/money.ts'

type FloristOrderMail = OrderMail & {
  shop: { name: string }
  shopOrder: { shopCostCents: number }
  /** ISO instant. */
  expiresAt: string
}

/**
 * To a florist who got an order. Buyer, recipient and card text are shown only on the page behind the link.
 * @param link to the order, for this shop only
 * @param origin of the shop, for pictures and links
 */
export function floristOrderMail(mail: FloristOrderMail, link: string, origin: string): Promise<Rendered> {
  const { order, item, shop, shopOrder, expiresAt } = mail
  const promised = promiseText(order)
  return renderMail(
    `Order ${order.orderReference}: ${item.title} by ${promised}`,
    <MailLayout
      preview={`To ${order.deliveryCity}, ${order.deliveryZip}. Can you make it?`}
      origin={origin}
      footer={
        <>
          <FooterLine>
            The link is for {shop.name} alone and works until{' '}
            {formatMarketTime(new Date(expiresAt), order.timeZone, 'full', ANY_READER)}. Please do not pass it
            on.
          </FooterLine>
          <ReachUs />
        </>
      }
    >
      <Heading as="h1" style={headingStyle}>
        An order for you.
      </Heading>
      <Text style={paragraphStyle}>
        Somebody has something to make up for, and it needs your hands. Address, phone numbers, card and
        instructions are behind the button. Please say there whether you can make it.
      </Text>
      <ActionLink href={link}>Open the order</ActionLink>
      <Bouquet title={item.title} src={publicImage(item, origin)} width={260} />
      <Facts
        facts={[
          ['Order', order.orderReference],
          ['Bouquet', item.title],
          ['Deliver by', promised],
          ['Area', `${order.deliveryCity}, ${order.deliveryState} ${order.deliveryZip}`],
          ['Your share', formatMoney(shopOrder.shopCostCents)],
        ]}
      />
    </MailLayout>,
  )
}
