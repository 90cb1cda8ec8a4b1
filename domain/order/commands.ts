import type { Assign, ExpireLink, RevokeLink, SendLink, Unassign } from './assignment.ts'
import type { CloseUnpaid, Pay } from './payment.ts'
import type {
  AnswerChoice,
  CancelByBuyer,
  ExpireChoice,
  OfferChoice,
  OpenDanger,
  ReportDelay,
} from './promise.ts'
import type {
  AddContact,
  Correct,
  DeleteOrder,
  EditShopOrder,
  EndBuyerLinks,
  ResolveFlag,
  SetShopPayment,
} from './record.ts'
import type { RecordDispute, RecordRefund, RefuseRefund, RequestRefund } from './refund.ts'
import type { SetShopOrderStatus, SetStatus } from './status.ts'

/** Everything that can be asked of an order. */
export type Command =
  | Pay
  | CloseUnpaid
  | SetStatus
  | SetShopOrderStatus
  | Assign
  | Unassign
  | SendLink
  | RevokeLink
  | ExpireLink
  | OpenDanger
  | OfferChoice
  | ReportDelay
  | AnswerChoice
  | ExpireChoice
  | CancelByBuyer
  | RequestRefund
  | RefuseRefund
  | RecordRefund
  | RecordDispute
  | Correct
  | EditShopOrder
  | SetShopPayment
  | AddContact
  | ResolveFlag
  | EndBuyerLinks
  | DeleteOrder
