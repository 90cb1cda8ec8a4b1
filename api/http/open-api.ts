import type { Hono } from 'hono'
import { generateSpecs } from 'hono-openapi'
import * as z from 'zod/mini'
import { ERRORS, type ErrorCode } from '#api/errors.ts'
import type { ApiEnv } from './context.ts'
import { ERROR_CODES, JSON_TYPE } from './describe-route.ts'
import { errorBody } from './error-schema.ts'
import { SECURITY_SCHEMES, securityOf } from './security-schemes.ts'

type Schema = Record<string, unknown>
type Response = { description: string; content?: Record<string, { schema?: Schema }> }
type Operation = {
  operationId?: string
  parameters?: { in: string; name: string }[]
  requestBody?: { content: Record<string, { schema?: { required?: string[] } }> }
  responses: Record<string, Response>
  security?: Record<string, string[]>[]
  [ERROR_CODES]?: readonly ErrorCode[]
}
type Answers = { schemas: Record<string, Schema>; answers: Record<string, Record<string, Schema>> }

const ERROR = '#/components/schemas/ErrorBody'

/**
 * The OpenAPI document: requests from their schemas, answers from the types of the routers (`npm run openapi`), errors and
 * security from what describes a route and from the guards before it.
 */
export async function openApiDocument(app: Hono<ApiEnv>, origin: string) {
  // Large, and nothing else needs it.
  const { default: json } = await import('./answers.json', { with: { type: 'json' } })
  const { schemas, answers } = json as Answers
  const document = await generateSpecs(app, {
    documentation: {
      openapi: '3.1.0',
      info: { title: 'Apologize Better', version: '1', description: 'The shop and its back office.' },
      servers: [{ url: origin }],
    },
    defaultValidationErrorResponse: false,
  })
  const paths = document.paths as Record<string, Record<string, Operation>>
  for (const [path, operations] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      const own = answers[`${method.toUpperCase()} ${path}`] ?? {}
      operations[method] = complete(operation, method, path, own)
    }
  }
  const { $schema: _, ...error } = z.toJSONSchema(errorBody)
  return {
    ...document,
    paths,
    components: {
      ...document.components,
      schemas: { ...document.components.schemas, ...schemas, ErrorBody: error },
      securitySchemes: SECURITY_SCHEMES,
    },
  }
}

function complete(
  operation: Operation,
  method: string,
  path: string,
  answers: Record<string, Schema>,
): Operation {
  const { [ERROR_CODES]: codes = [], ...rest } = operation
  const hasBody = operation.requestBody?.content[JSON_TYPE] !== undefined
  const ofBody: ErrorCode[] = hasBody ? ['malformed', 'page_outdated'] : []
  const ofInput: ErrorCode[] = hasBody || operation.parameters?.length ? ['invalid'] : []
  const refused = [...codes, ...ofBody, ...ofInput].filter(
    (code) => method !== 'get' || code !== 'cross_site',
  )
  const responses = { ...operation.responses, ...failuresOf(refused) }
  return {
    ...rest,
    // The library's would be that of the guard before a route.
    operationId: [method, ...path.split(/\W+/).slice(2)].filter(Boolean).join('_'),
    security: withoutRepeats([...(operation.security ?? []), ...securityOfFields(operation)]),
    responses: { ...responses, ...answered(responses, answers), default: OTHER_FAILURE },
  }
}

const OUTAGE = '`unknown`: The database or a provider does not answer.'

const OTHER_FAILURE: Response = {
  description: 'Any other failure, in the same shape',
  content: { [JSON_TYPE]: { schema: { $ref: ERROR } } },
}

/** The token of a link is in the body or the path, the signature of one in the query. */
function securityOfFields({ parameters = [], requestBody }: Operation) {
  const bodies = Object.values(requestBody?.content ?? {})
  const hasToken =
    bodies.some(({ schema }) => schema?.required?.includes('token')) ||
    parameters.some(({ in: where, name }) => where === 'path' && name === 'token')
  const isSigned = parameters.some(({ in: where, name }) => where === 'query' && name === 'signature')
  return securityOf([
    ...(hasToken ? (['link'] as const) : []),
    ...(isSigned ? (['signedLink'] as const) : []),
  ])
}

const withoutRepeats = (security: Record<string, string[]>[]) => [
  ...new Map(security.map((each) => [Object.keys(each).join(), each])).values(),
]

/** One response for each status, with the codes that have it. */
function failuresOf(codes: readonly ErrorCode[]): Record<string, Response> {
  const byStatus = Map.groupBy(new Set(codes), (code) => ERRORS[code][0])
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => {
      // Any call may meet an outage.
      const isOutage = status === 503
      const code = { enum: isOutage ? [...codes, 'unknown'] : codes }
      const schema = { $ref: ERROR, properties: { error: { properties: { code } } } }
      const named = codes.map((code) => `\`${code}\`: ${ERRORS[code][1]}`)
      const description = [...named, ...(isOutage ? [OUTAGE] : [])].join('\n\n')
      return [status, { description, content: { [JSON_TYPE]: { schema } } }]
    }),
  )
}

/** The answers that the types of a router name; a file or a picture has none. */
function answered(responses: Record<string, Response>, answers: Record<string, Schema>) {
  return Object.fromEntries(
    Object.entries(answers).map(([status, schema]) => {
      const description = responses[status]?.description ?? ''
      return [status, { description, content: { [JSON_TYPE]: { schema } } }]
    }),
  )
}
