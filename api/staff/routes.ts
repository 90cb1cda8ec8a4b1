import { Hono } from 'hono'
import { AppError } from '#api/errors.ts'
import type { ApiEnv } from '#api/http/context.ts'
import { describeAdminRead, describeAdminWrite, input } from '#api/http/describe-route.ts'
import { recentlyConfirmed, requireConfirmed } from '#api/http/guard.ts'
import { ignoreUnknown } from '#api/http/list-query.ts'
import { idParams } from '#api/http/page-schema.ts'
import { userDetail, usersPage } from './queries.ts'
import { inviteUserRequest, updateUserRequest, userListQuery } from './schema.ts'
import { changeRole, deactivate, invite, reactivate, removeSecondFactor } from './service.ts'

const WRITING = ['user_not_found', 'edit_conflict'] as const

/** The people who can sign in. No answer contains a password or a secret. */
export const users = new Hono<ApiEnv>()
  .get(
    '/admin/users',
    describeAdminRead('Users who can sign in', { message: 'Failed to load users' }),
    ignoreUnknown(userListQuery),
    input('query', userListQuery),
    async (c) => {
      const found = await usersPage(c.var.deps.db, c.req.valid('query'))
      return c.json({ ...found, ...c.var.ignored })
    },
  )
  .get(
    '/admin/users/:id',
    describeAdminRead('A user with the history of the account', {
      message: 'Error loading data. Please try again.',
      errors: ['user_not_found'],
    }),
    input('param', idParams),
    async (c) => {
      const { db, clock } = c.var.deps
      const found = await userDetail(db, c.req.valid('param').id, clock.now().toISOString())
      if (!found) throw new AppError('user_not_found')
      return c.json(found)
    },
  )
  .post(
    '/admin/users',
    describeAdminWrite('Invite a user; someone already invited gets a new link', {
      message: 'Failed to invite this person',
      errors: ['user_exists', 'edit_conflict'],
    }),
    recentlyConfirmed,
    input('json', inviteUserRequest),
    async (c) => c.json({ id: await invite(c.var.deps, c.req.valid('json'), c.var.session) }),
  )
  .put(
    '/admin/users/:id',
    describeAdminWrite('Change a user’s role', {
      message: 'Failed to update user',
      errors: ['confirm_required', ...WRITING, 'last_admin'],
    }),
    input('param', idParams),
    input('json', updateUserRequest),
    async (c) => {
      const { id } = c.req.valid('param')
      const request = c.req.valid('json')
      // Giving rights asks; taking them away does not.
      if (request.role === 'admin') requireConfirmed(c.var)
      const version = await changeRole(c.var.deps, id, request, c.var.session.userId)
      return c.json({ version })
    },
  )
  .post(
    '/admin/users/:id/deactivate',
    describeAdminWrite('Deactivate a user; their sessions end', {
      message: 'Failed to update user',
      errors: [...WRITING, 'last_admin'],
    }),
    recentlyConfirmed,
    input('param', idParams),
    async (c) => {
      const version = await deactivate(c.var.deps, c.req.valid('param').id, c.var.session.userId)
      return c.json({ version })
    },
  )
  .post(
    '/admin/users/:id/reactivate',
    describeAdminWrite('Reactivate a user', { message: 'Failed to update user', errors: WRITING }),
    recentlyConfirmed,
    input('param', idParams),
    async (c) => {
      const version = await reactivate(c.var.deps, c.req.valid('param').id, c.var.session.userId)
      return c.json({ version })
    },
  )
  .post(
    '/admin/users/:id/remove-second-factor',
    describeAdminWrite('Turn off another user’s two-factor authentication; their sessions end', {
      message: 'Failed to remove two-factor authentication',
      errors: ['user_not_found', 'second_factor_off', 'own_second_factor'],
    }),
    recentlyConfirmed,
    input('param', idParams),
    async (c) => {
      const { id } = c.req.valid('param')
      const version = await removeSecondFactor(c.var.deps, id, c.var.session.userId)
      return c.json({ version })
    },
  )

export type UsersRoutes = typeof users
