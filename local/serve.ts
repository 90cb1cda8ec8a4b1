import { readdirSync, readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join } from 'node:path'
import { Miniflare, type MiniflareOptions } from 'miniflare'

// Runs the built Worker in workerd: a program of its own, which local/worker.ts starts and ends.
// It uses Miniflare, as `wrangler dev` does, without the second workerd that it puts before it.
const [configFile = '', port, inspectorPort, dataFolder] = process.argv.slice(2)
const settings = JSON.parse(process.env['WORKER_SETTINGS'] ?? '{}') as Vars

type Vars = Record<string, string | number | boolean>
type WorkerConfig = {
  name: string
  main: string
  compatibility_date: string
  compatibility_flags: string[]
  vars: Vars
  assets: { directory: string; binding: string }
  r2_buckets: { binding: string; bucket_name: string }[]
  images: { binding: string }
}

// Cloudflare's documentation calls scheduled work at /cdn-cgi/handler/scheduled, Miniflare under another name.
const RING =
  "export default { fetch: ({ url }) => fetch(url.replace('/cdn-cgi/handler/', '/cdn-cgi/local/')) }"

// The edge and the shop call each other by these names.
const EDGE = 'edge'
const EDGE_MODULES = ['worker.ts', 'edge.ts']

const folder = dirname(configFile)
const config = JSON.parse(readFileSync(configFile, 'utf8')) as WorkerConfig
const variables = Object.entries({ ...config.vars, ...settings })

const options: MiniflareOptions = {
  host: 'localhost',
  port: Number(port),
  inspectorPort: Number(inspectorPort),
  unsafeTriggerHandlers: true,
  logRequests: false,
  // Buckets are kept here. Without a folder they are forgotten with the program.
  ...(dataFolder && { resourcePersistencePath: join(dataFolder, 'buckets') }),
  // Without this another site is asked where requests come from.
  cf: false,
  // Lines of the Worker's log are printed as they are kept when deployed.
  handleStructuredLogs: ({ message }) => console.log(message),
  workers: [
    {
      // First, so that the edge gets every request that no pattern below matches, as in production.
      config: {
        name: EDGE,
        compatibilityDate: config.compatibility_date,
        manifest: { mainModule: 'worker.ts', modules: edgeModules() },
        env: { SHOP: { type: 'worker', worker: config.name } },
      },
    },
    {
      config: {
        name: config.name,
        // Scheduled work is the shop's.
        triggers: [{ type: 'fetch', pattern: '*/cdn-cgi/local/*' }],
        compatibilityDate: config.compatibility_date,
        compatibilityFlags: config.compatibility_flags,
        manifest: { mainModule: config.main, modulesRoot: folder, modules: modulesBelow(folder) },
        env: {
          ...Object.fromEntries(
            // Numbers and booleans stay what they are, as in the deployed Worker.
            variables.map(([name, value]) =>
              typeof value === 'string'
                ? [name, { type: 'text' as const, value }]
                : [name, { type: 'json' as const, value }],
            ),
          ),
          ...Object.fromEntries(
            config.r2_buckets.map(({ binding, bucket_name }) => [binding, { type: 'r2', name: bucket_name }]),
          ),
          [config.images.binding]: { type: 'images' },
          [config.assets.binding]: { type: 'assets' },
          LOCAL_CACHE: { type: 'worker', worker: EDGE, exportName: 'LocalCache' },
        },
        assets: { directory: join(folder, config.assets.directory), hasUserWorker: true },
      },
    },
    {
      config: {
        name: 'ring',
        compatibilityDate: config.compatibility_date,
        triggers: [{ type: 'fetch', pattern: '*/cdn-cgi/handler/*' }],
        manifest: { mainModule: 'ring.js', modules: { 'ring.js': { type: 'esm', contents: RING } } },
      },
    },
  ],
}

const miniflare = new Miniflare(options)
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => miniflare.dispose().finally(() => process.exit(0)))
}
await miniflare.ready

function edgeModules() {
  const source = (name: string) => readFileSync(join(import.meta.dirname, 'edge', name), 'utf8')
  return Object.fromEntries(
    EDGE_MODULES.map((name) => [
      name,
      { type: 'esm' as const, contents: stripTypeScriptTypes(source(name)) },
    ]),
  )
}

function modulesBelow(root: string) {
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.m?js$/.test(name),
  )
  return Object.fromEntries(
    names.map((name) => {
      const file = join(root, name)
      return [name.replaceAll('\\', '/'), { type: 'esm' as const, contents: readFileSync(file, 'utf8') }]
    }),
  )
}
