import { Heading, Text } from '@react-email/components'
import { MailLayout } from '#api/platform/mail/layout.tsx'
import { type OrderMail, promiseText } from '#api/platform/mail/order-parts.tsx'
import { ActionLink, Facts, headingStyle, paragraphStyle } from '#api/platform/mail/parts.tsx'
import { type Rendered, renderMail } from '#api/platform/mail/render.ts'
import { SITE } from '#src/site.ts'

/**
 * To a florist who got the cancellation of an order that was reopened.
 * @param link to the order, for this shop only
 * @param origin of the shop, for links
 */
export function floristReopened({ order, item }: OrderMail, link: string, origin: string): Promise<Rendered> {
  return renderMail(
    `Order ${order.orderReference} is on again`,
    <MailLayout preview={`${item.title} is needed after all.`} origin={origin}>
      <Heading as="h1" style={headingStyle}>
        This one is on again.
      </Heading>
      <Text style={paragraphStyle}>
        We told you that order {order.orderReference}, {item.title}, was cancelled. It is needed after all.
        Please open it and say whether you can still make it.
      </Text>
      <ActionLink href={link}>Open the order</ActionLink>
      <Facts
        facts={[
          ['Order', order.orderReference],
          ['Bouquet', item.title],
          ['Deliver by', promiseText(order)],
        ]}
      />
      <Text style={{ ...paragraphStyle, margin: 0 }}>Not sure? Call us: {SITE.supportPhone}.</Text>
    </MailLayout>,
  )
}
