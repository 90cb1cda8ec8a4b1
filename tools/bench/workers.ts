import { join } from 'node:path'
import { buildBare } from './bare-build.ts'
import { type Environment, ROOT } from './environment.ts'
import { type Served, serve } from './workerd.ts'

/** Our Worker as it was built for deployment. */
export function ourWorker({ ports, settings }: Environment): Served {
  return {
    name: 'shop',
    port: ports.shop,
    folder: join(ROOT, 'dist/server'),
    main: 'entry.mjs',
    settings,
    assets: { folder: join(ROOT, 'dist/client') },
  }
}

/** One with nothing but Hono and the database's client. */
export async function bareWorker({ ports, settings, folder }: Environment): Promise<Served> {
  return {
    name: 'bare',
    port: ports.inspector,
    folder: await buildBare(folder),
    main: 'bare.mjs',
    settings: {
      DATABASE_URL: settings['DATABASE_URL'] ?? '',
      DATABASE_AUTH_TOKEN: settings['DATABASE_AUTH_TOKEN'] ?? '',
    },
  }
}

/** Both in one workerd. */
export async function serveBoth(environment: Environment) {
  return serve(environment.folder, [ourWorker(environment), await bareWorker(environment)])
}
