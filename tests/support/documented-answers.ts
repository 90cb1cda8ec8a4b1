import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { createApp } from '#api/app.ts'
import { openApiDocument } from '#api/http/open-api.ts'

type App = ReturnType<typeof createApp>
type Documented = Awaited<ReturnType<typeof read>>

/** Every shop has the same document. It is read once a process, and a schema is compiled when the first answer needs it. */
let documented: ReturnType<typeof read> | undefined

/**
 * Holds every JSON answer of an app to the OpenAPI document: a request fails whose answer lacks a field, has one more, or
 * names an error that its route does not.
 */
export function checkAnswers(app: App): void {
  const { fetch } = app
  app.fetch = async (request, ...rest) => {
    const response = await fetch(request, ...rest)
    const isJson = response.headers.get('content-type')?.startsWith('application/json')
    if (!isJson || request.method === 'HEAD') return response
    documented ??= read(app)
    const fault = faultOf(await documented, request, response.status, await response.clone().json())
    if (fault !== null) throw new Error(fault)
    return response
  }
}

async function read(app: App) {
  const document = await openApiDocument(app, 'http://localhost')
  // Each is used a few times: quick to compile counts more than quick to run. All of them take 0.6 s, and 2.5 s otherwise.
  const ajv = new Ajv2020({
    strict: false,
    validateSchema: false,
    inlineRefs: false,
    code: { optimize: false },
  })
  ajv.addSchema(document, 'document')
  const routes = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { responses }]) => ({
      method: method.toUpperCase(),
      path,
      pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
      statuses: Object.keys(responses),
    })),
  )
  return { ajv, routes, compiled: new Map<string, ValidateFunction>() }
}

function faultOf(
  { ajv, routes, compiled }: Documented,
  request: Request,
  status: number,
  body: unknown,
): string | null {
  const { pathname } = new URL(request.url)
  // The first that fits counts, as in the app.
  const route = routes.find(({ method, pattern }) => method === request.method && pattern.test(pathname))
  if (!route && status < 400) return null
  const documentedStatus = route?.statuses.includes(String(status)) ? status : 'default'
  const at = route
    ? ['paths', route.path, route.method.toLowerCase(), 'responses', String(documentedStatus)]
    : ['components', 'schemas', 'ErrorBody']
  const pointer = [...at, ...(route ? ['content', 'application/json', 'schema'] : [])].map(escaped).join('/')
  let validate = compiled.get(pointer)
  if (!validate) {
    validate = ajv.compile({ $ref: `document#/${pointer}` })
    compiled.set(pointer, validate)
  }
  if (validate(body)) return null
  const faults = (validate.errors ?? []).map(
    ({ instancePath, message, params }) =>
      `${instancePath || 'the answer'} ${message} ${JSON.stringify(params)}`,
  )
  return [
    `${request.method} ${route?.path ?? pathname} answered ${status}, not as /api/openapi.json says:`,
    ...faults,
    JSON.stringify(body).slice(0, 500),
    status < 400
      ? 'If the answer is right, `npm run openapi` writes the document anew from the types.'
      : 'If the answer is right, the route names the code in `errors`.',
  ].join('\n')
}

/** A step of a JSON pointer in an address. */
const escaped = (step: string) => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'))
