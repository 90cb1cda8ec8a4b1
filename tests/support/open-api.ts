import type { TestShop } from './shop.ts'

/** The part of JSON Schema that the document uses. */
export type Schema = {
  type?: string | string[]
  required?: string[]
  properties?: Record<string, Schema>
  additionalProperties?: boolean
  items?: Schema
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  minimum?: number
  exclusiveMinimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  pattern?: string
}

export type Parameter = { name: string; in: string; required?: boolean; schema: Schema }

/** One operation of the API: what to send, and where. */
export type Operation = {
  method: string
  path: string
  /** The body as JSON. */
  body: Schema | undefined
  /** The body as a form. */
  form?: Schema | undefined
  parameters?: Parameter[]
  security?: Record<string, string[]>[]
}

/** Every operation of the OpenAPI document below a path. */
export async function operationsBelow(
  shop: { get(path: string): Promise<{ body: Record<string, unknown> }> },
  prefix: string,
): Promise<Operation[]> {
  const { body } = await shop.get('/openapi.json')
  const paths = body['paths'] as Record<string, Record<string, DocumentedOperation>>
  return Object.entries(paths)
    .filter(([path]) => path.startsWith(prefix))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        method: method.toUpperCase(),
        path,
        body: operation.requestBody?.content?.['application/json']?.schema,
        form: operation.requestBody?.content?.['multipart/form-data']?.schema,
        parameters: operation.parameters ?? [],
        security: operation.security,
      })),
    )
}

type DocumentedOperation = {
  requestBody?: { content?: Record<string, { schema?: Schema }> }
  parameters?: Parameter[]
  security: Record<string, string[]>[]
}

/** The operation's address with every parameter filled in: ids of rows that exist, where the address names their kind. */
export async function addressOf(shop: TestShop, { path }: Operation): Promise<string> {
  const parts = path.split('/')
  const filled = parts.map((part, at) =>
    part.startsWith('{') ? existingId(shop, parts[at - 1] ?? '') : part,
  )
  return (await Promise.all(filled)).join('/')
}

async function existingId(shop: TestShop, kind: string): Promise<string> {
  const table = kind.replaceAll('-', '_')
  const found = await shop.client.execute({
    sql: 'select name from sqlite_master where type = ? and name = ?',
    args: ['table', table],
  })
  if (found.rows.length === 0) return 'some-id'
  const { rows } = await shop.client.execute(`select id from ${table} limit 1`)
  return String(rows[0]?.['id'] ?? 'some-id')
}

/** Something that has the shape of a schema, with nothing that is optional. */
export function minimal(schema: Schema): unknown {
  if ('const' in schema) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf?.[0]) return minimal(schema.anyOf[0])
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  switch (type) {
    case 'object':
      return Object.fromEntries(
        (schema.required ?? []).map((name) => [name, minimal(schema.properties?.[name] ?? {})]),
      )
    case 'array':
      return []
    case 'number':
    case 'integer':
      return schema.minimum ?? 1
    case 'boolean':
      return true
    case 'null':
      return null
    default:
      return 'something'
  }
}

/** Everything that the database holds, to be compared; the search of orders follows from it. */
export async function dump(shop: TestShop): Promise<Record<string, unknown[]>> {
  const { rows } = await shop.client.execute(
    `select name from sqlite_master where type = 'table' and name not like 'sqlite_%' and name not like 'order_search%'`,
  )
  const tables = rows.map((row) => String(row['name']))
  const contents = await shop.client.batch(
    tables.map((name) => `select * from "${name}" order by rowid`),
    'read',
  )
  return Object.fromEntries(
    tables.map((name, at) => [name, (contents[at]?.rows ?? []).map((row) => ({ ...row }))]),
  )
}
