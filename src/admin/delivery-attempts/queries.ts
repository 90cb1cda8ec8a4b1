import type { InferRequestType } from 'hono/client'
import type { AdminAttemptsRoutes } from '#api/delivery-attempts/routes.ts'
import { API, apiClient, byId, onRecord, withSession } from '#src/admin/client/api.ts'
import type { OrderDetail } from '#src/admin/orders/queries.ts'
import { answerOf } from '#src/lib/api.ts'

const { attempts } = apiClient<AdminAttemptsRoutes>(API, withSession).admin['shop-orders'][':id']
const { correction } = attempts[':attemptId']

/** A delivery attempt, with all that was said of it. */
export type StaffAttempt = OrderDetail['attempts'][number]
export type AttemptVersion = StaffAttempt['versions'][number]

/** `key`: a UUID for one content of the form: a second click records nothing. */
export const recordAttempt = onRecord(attempts.$post)

/** `edit_conflict` says who has corrected it before, and when. */
export const correctAttempt = (
  id: string,
  attemptId: string,
  json: InferRequestType<typeof correction.$post>['json'],
) => answerOf(correction.$post({ param: { ...byId(id).param, attemptId }, json }))
