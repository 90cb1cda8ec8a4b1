import { Hono } from 'hono'
import * as z from 'zod/mini'
import type { ApiEnv } from '#api/http/context.ts'
import { describeAdminRead, input } from '#api/http/describe-route.ts'
import { text } from '#api/http/field-schema.ts'
import { idParams } from '#api/http/page-schema.ts'
import { isMonth } from '#domain/statement.ts'
import { shopStatement, statementCsv } from './service.ts'

/** `YYYY-MM`. */
const statementQuery = z.strictObject({
  month: text('Please choose a month').check(z.refine(isMonth, 'Please choose a month')),
})

/** The monthly statement of a shop. */
export const adminStatements = new Hono<ApiEnv>()
  .get(
    '/admin/shops/:id/statement',
    describeAdminRead('A shop’s monthly statement: orders, shop cost, fee, paid and unpaid, corrections', {
      message: 'Failed to load the statement',
      errors: ['shop_not_found'],
    }),
    input('param', idParams),
    input('query', statementQuery),
    async (c) => {
      const { month } = c.req.valid('query')
      return c.json(await shopStatement(c.var.deps, c.req.valid('param').id, month))
    },
  )
  .get(
    '/admin/shops/:id/statement/csv',
    describeAdminRead('A shop’s monthly statement as CSV, with totals', {
      message: 'Failed to export the statement',
      mediaType: 'text/csv',
      errors: ['shop_not_found'],
    }),
    input('param', idParams),
    input('query', statementQuery),
    async (c) => {
      const { month } = c.req.valid('query')
      const found = await shopStatement(c.var.deps, c.req.valid('param').id, month)
      return c.body(statementCsv(found), 200, {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="statement-${month}.csv"`,
      })
    },
  )

export type AdminStatementsRoutes = typeof adminStatements
