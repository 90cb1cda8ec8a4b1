import { queryOptions } from '@tanstack/react-query'
import type { InferResponseType } from 'hono/client'
import type { OwnAccountRoutes } from '#api/auth/own-account-routes.ts'
import type { ByPasswordAndCode, ChangePasswordRequest, ConfirmRequest } from '#api/auth/schema.ts'
import { API, apiClient, byId, withSession } from '#src/admin/client/api.ts'
import { answerOf } from '#src/lib/api.ts'

const {
  confirm,
  sessions,
  activity,
  password,
  'second-factor': secondFactor,
} = apiClient<OwnAccountRoutes>(API, withSession).auth

export type OwnSession = InferResponseType<typeof sessions.$get>['sessions'][number]
export type SecondFactorSecret = InferResponseType<typeof secondFactor.begin.$post>

export const ownSessionsQuery = queryOptions({
  queryKey: ['account', 'sessions'],
  queryFn: async () => (await answerOf(sessions.$get())).sessions,
})

/** Recent events of one's account, newest first. */
export const activityQuery = queryOptions({
  queryKey: ['account', 'activity'],
  queryFn: async () => (await answerOf(activity.$get())).events,
})

export const secondFactorQuery = queryOptions({
  queryKey: ['account', 'second-factor'],
  queryFn: () => answerOf(secondFactor.$get()),
})

export const changePassword = (json: ChangePasswordRequest) => answerOf(password.$post({ json }))

export const endSession = (id: string) => answerOf(sessions[':id'].$delete(byId(id)))

export const endOtherSessions = () => answerOf(sessions.$delete())

export const beginSecondFactor = (password: string) =>
  answerOf(secondFactor.begin.$post({ json: { password } }))

/** @returns the recovery codes, which cannot be read again */
export const confirmSecondFactor = async (code: string) =>
  (await answerOf(secondFactor.confirm.$post({ json: { code } }))).recoveryCodes

export const confirmPerson = (json: ConfirmRequest) => answerOf(confirm.$post({ json }))

export const endSecondFactor = (json: ByPasswordAndCode) => answerOf(secondFactor.off.$post({ json }))

/** @returns the recovery codes, which cannot be read again */
export const renewRecoveryCodes = async (json: ByPasswordAndCode) =>
  (await answerOf(secondFactor['recovery-codes'].$post({ json }))).recoveryCodes
