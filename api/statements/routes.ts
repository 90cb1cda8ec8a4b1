import { Hono } from 'hono'
import * as z from 'zod/mini'
import { READ_FAILURES } from '#api/http/admin-failures.ts'
import type { ApiEnv } from '#api/http/context.ts'
import { documented, fallback, input } from '#api/http/documented.ts'
import { idParams } from '#api/http/page-schema.ts'
import { statementCsv } from './export.ts'
import { statement, statementQuery } from './schema.ts'
import { shopStatement } from './service.ts'

/** The monthly statement of a shop. */
export const adminStatements = new Hono<ApiEnv>()
  .get(
    '/admin/shops/:id/statement',
    documented({
      summary: 'The month of a shop: orders, shop cost, fee, paid and unpaid, corrections',
      tag: 'admin',
      answer: statement,
      errors: [...READ_FAILURES, 'shop_not_found'],
    }),
    fallback('Failed to load the statement'),
    input('param', idParams),
    input('query', statementQuery),
    async (c) => {
      const { month } = c.req.valid('query')
      return c.json(await shopStatement(c.var.deps, c.req.valid('param').id, month))
    },
  )
  .get(
    '/admin/shops/:id/statement/csv',
    documented({
      summary: 'The month of a shop as a file for spreadsheets, with its totals',
      tag: 'admin',
      answer: z.string(),
      mediaType: 'text/csv',
      errors: [...READ_FAILURES, 'shop_not_found'],
    }),
    fallback('Failed to export the statement'),
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
