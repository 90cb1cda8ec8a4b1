import { Hono } from 'hono'
import { AppError } from '#api/errors.ts'
import { READ_FAILURES, WRITE_FAILURES } from '#api/http/admin-failures.ts'
import type { ApiEnv } from '#api/http/context.ts'
import { describeRoute, errorMessage, input } from '#api/http/describe-route.ts'
import { idParams } from '#api/http/page-schema.ts'
import { withinPages } from '#api/platform/database/paging.ts'
import { userDetail as readUser, usersPage as readUsers } from './queries.ts'
import { inviteUserRequest, updateUserRequest, userListQuery } from './schema.ts'
import { changeRole, deactivate, invite, reactivate, removeSecondFactor } from './service.ts'

const WRITING = [...WRITE_FAILURES, 'cross_site', 'user_not_found', 'edit_conflict'] as const

/** The people who can sign in. No answer contains a password or a secret. */
export const users = new Hono<ApiEnv>()
  .get(
    '/admin/users',
    describeRoute({ summary: 'People who can sign in', tag: 'admin', errors: READ_FAILURES }),
    errorMessage('Failed to load users'),
    input('query', userListQuery),
    async (c) => {
      const { page, ...filter } = c.req.valid('query')
      const { db } = c.var.deps
      return c.json(await withinPages(page, (page) => readUsers(db, { ...filter, page })))
    },
  )
  .get(
    '/admin/users/:id',
    describeRoute({
      summary: 'A person, with the history of their account',
      tag: 'admin',
      errors: [...READ_FAILURES, 'user_not_found'],
    }),
    errorMessage('Error loading data. Please try again.'),
    input('param', idParams),
    async (c) => {
      const { db, clock } = c.var.deps
      const found = await readUser(db, c.req.valid('param').id, clock.now().toISOString())
      if (!found) throw new AppError('user_not_found')
      return c.json(found)
    },
  )
  .post(
    '/admin/users',
    describeRoute({
      summary: 'Invite somebody; who is invited already gets a new link',
      tag: 'admin',
      errors: [...WRITE_FAILURES, 'cross_site', 'user_exists', 'edit_conflict'],
    }),
    errorMessage('Failed to invite this person'),
    input('json', inviteUserRequest),
    async (c) => c.json({ id: await invite(c.var.deps, c.req.valid('json'), c.var.session) }),
  )
  .put(
    '/admin/users/:id',
    describeRoute({
      summary: 'Give a person another role',
      tag: 'admin',
      errors: [...WRITING, 'last_admin'],
    }),
    errorMessage('Failed to update user'),
    input('param', idParams),
    input('json', updateUserRequest),
    async (c) => {
      const { id } = c.req.valid('param')
      const version = await changeRole(c.var.deps, id, c.req.valid('json'), c.var.session.userId)
      return c.json({ version })
    },
  )
  .post(
    '/admin/users/:id/deactivate',
    describeRoute({
      summary: 'Keep a person from signing in; their sessions end',
      tag: 'admin',
      errors: [...WRITING, 'last_admin'],
    }),
    errorMessage('Failed to update user'),
    input('param', idParams),
    async (c) => {
      const version = await deactivate(c.var.deps, c.req.valid('param').id, c.var.session.userId)
      return c.json({ version })
    },
  )
  .post(
    '/admin/users/:id/reactivate',
    describeRoute({
      summary: 'Let a person in again',
      tag: 'admin',
      errors: WRITING,
    }),
    errorMessage('Failed to update user'),
    input('param', idParams),
    async (c) => {
      const version = await reactivate(c.var.deps, c.req.valid('param').id, c.var.session.userId)
      return c.json({ version })
    },
  )
  .post(
    '/admin/users/:id/remove-second-factor',
    describeRoute({
      summary: 'Remove another person’s second factor; their sessions end',
      tag: 'admin',
      errors: [...WRITE_FAILURES, 'cross_site', 'user_not_found', 'second_factor_off', 'own_second_factor'],
    }),
    errorMessage('Failed to remove the second factor'),
    input('param', idParams),
    async (c) => {
      const { id } = c.req.valid('param')
      const version = await removeSecondFactor(c.var.deps, id, c.var.session.userId)
      return c.json({ version })
    },
  )

export type UsersRoutes = typeof users
