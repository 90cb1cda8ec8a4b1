import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { NoSchema, type Schema, schemaOf } from './schema-of.ts'

/** The schemas of all answers in JSON: by route (`GET /api/products`), then by status. */
export type Answers = { schemas: Record<string, Schema>; answers: Record<string, Record<string, Schema>> }

const ROUTES = /(^|[/-])routes\.ts$/
const OK = '200'

/**
 * Reads from the types of the routers with which answers each route answers, as Hono infers them for its client.
 * @param root of the project
 * @throws Error for a route whose answer has a type that no schema describes
 */
export function answersOf(root: string): Answers {
  const program = programOf(root)
  const checker = program.getTypeChecker()
  const answers = Object.fromEntries(
    program
      .getSourceFiles()
      .filter(({ fileName }) => fileName.startsWith(join(root, 'api/')) && ROUTES.test(fileName))
      .flatMap((file) => routersOf(checker, file))
      .flatMap((schema) => routesOf(checker, schema))
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  )
  return withComponents(answers, namesOf(sharedIn(answers), program, root))
}

function programOf(root: string): ts.Program {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent({ ...config, files: [], include: [] }, ts.sys, root)
  const api = readdirSync(join(root, 'api'), { recursive: true, encoding: 'utf8' })
  return ts.createProgram(
    api.filter((name) => ROUTES.test(name)).map((name) => join(root, 'api', name)),
    options,
  )
}

/** The second argument of `Hono<Env, Schema, Path>` of each router that a file exports. */
function routersOf(checker: ts.TypeChecker, file: ts.SourceFile): ts.Type[] {
  const module = checker.getSymbolAtLocation(file)
  if (!module) return []
  return checker.getExportsOfModule(module).flatMap((exported) => {
    const type = exported.flags & ts.SymbolFlags.Variable ? checker.getTypeOfSymbol(exported) : undefined
    if (type?.getSymbol()?.name !== 'Hono') return []
    return checker.getTypeArguments(type as ts.TypeReference).slice(1, 2)
  })
}

function routesOf(checker: ts.TypeChecker, schema: ts.Type): [string, Record<string, Schema>][] {
  if (checker.getIndexInfosOfType(schema).length > 0)
    throw new Error('A route has a path that is no literal type')
  return checker.getPropertiesOfType(schema).flatMap((path) =>
    checker.getPropertiesOfType(checker.getTypeOfSymbol(path)).map((method) => {
      const name = `${method.name.slice(1).toUpperCase()} /api${path.name.replaceAll(/:(\w+)/g, '{$1}')}`
      return [name, byStatus(checker, checker.getTypeOfSymbol(method), name)] as [
        string,
        Record<string, Schema>,
      ]
    }),
  )
}

/** The answers of one route; those that are not JSON are left out. */
function byStatus(checker: ts.TypeChecker, endpoint: ts.Type, name: string): Record<string, Schema> {
  const found: Record<string, Schema[]> = {}
  for (const answer of endpoint.isUnion() ? endpoint.types : [endpoint]) {
    const part = (key: string) => {
      const symbol = answer.getProperty(key)
      if (!symbol) throw new Error(`${name}: Hono's type has no ${key} any more`)
      return checker.getTypeOfSymbol(symbol)
    }
    const format = part('outputFormat')
    if (!format.isStringLiteral() || format.value !== 'json') continue
    const status = part('status')
    const key = status.isNumberLiteral() ? String(status.value) : OK
    found[key] = [...(found[key] ?? []), schemaOf(checker, part('output'), name)]
  }
  return Object.fromEntries(
    Object.entries(found).map(([status, schemas]) => {
      const distinct = [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()]
      const [only, ...more] = distinct
      return [status, only && more.length === 0 ? only : { anyOf: distinct }]
    }),
  )
}

/**
 * The names of our types, by those schemas that are shared. A name that two of them have is nobody's; of a schema's names the
 * first in the alphabet is taken.
 */
function namesOf(shared: ReadonlySet<string>, program: ts.Program, root: string): Map<string, string> {
  const checker = program.getTypeChecker()
  const own = program
    .getSourceFiles()
    .filter(({ fileName }) =>
      ['api', 'domain'].some((folder) => fileName.startsWith(join(root, folder, '/'))),
    )
  const schemasOf = new Map<string, Set<string>>()
  for (const file of own) {
    for (const statement of file.statements) {
      if (!ts.isTypeAliasDeclaration(statement) || statement.typeParameters) continue
      const { text } = statement.name
      try {
        const schema = JSON.stringify(schemaOf(checker, checker.getTypeAtLocation(statement), text))
        if (shared.has(schema)) schemasOf.set(text, (schemasOf.get(text) ?? new Set()).add(schema))
      } catch (error) {
        if (!(error instanceof NoSchema)) throw error
      }
    }
  }
  const named = [...schemasOf].flatMap(([name, [schema = '', ...others]]) =>
    others.length > 0 ? [] : [[schema, name] as const],
  )
  return new Map(named.sort(([, one], [, other]) => (one > other ? -1 : 1)))
}

/** Writes each object that has a name, and stands in several places, once. */
function withComponents(answers: Answers['answers'], names: ReadonlyMap<string, string>): Answers {
  const schemas: Record<string, Schema> = {}
  const written = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value
    const name = names.get(JSON.stringify(value))
    const inside = Array.isArray(value)
      ? value.map(written)
      : Object.fromEntries(Object.entries(value).map(([key, part]) => [key, written(part)]))
    if (name === undefined) return inside
    schemas[name] = inside as Schema
    return { $ref: `#/components/schemas/${name}` }
  }
  const named = written(answers) as Answers['answers']
  const sorted = Object.entries(schemas).sort(([one], [other]) => (one < other ? -1 : 1))
  return { schemas: Object.fromEntries(sorted), answers: named }
}

/** The schemas of objects that stand in several places, as text. */
function sharedIn(answers: unknown): Set<string> {
  const [seen, shared] = [new Set<string>(), new Set<string>()]
  const visit = (value: unknown) => {
    if (typeof value !== 'object' || value === null) return
    const key = JSON.stringify(value)
    if (isObjectSchema(value)) (seen.has(key) ? shared : seen).add(key)
    for (const part of Object.values(value)) visit(part)
  }
  visit(answers)
  return shared
}

const isObjectSchema = (value: object) => 'properties' in value && 'additionalProperties' in value
