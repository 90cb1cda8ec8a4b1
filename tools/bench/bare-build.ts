import { join } from 'node:path'
import { build } from 'vite'
import { ROOT } from './environment.ts'

/**
 * Builds the Worker that ours is measured against, as ours is built.
 * @returns the folder of its one module, `bare.mjs`
 */
export async function buildBare(folder: string): Promise<string> {
  const outDir = join(folder, 'bare')
  await build({
    configFile: false,
    root: ROOT,
    logLevel: 'error',
    publicDir: false,
    ssr: { noExternal: true, target: 'webworker' },
    resolve: { conditions: ['workerd', 'worker', 'browser', 'module'] },
    build: {
      ssr: join(ROOT, 'tools/bench/bare.ts'),
      outDir,
      emptyOutDir: true,
      rollupOptions: { output: { entryFileNames: 'bare.mjs' } },
    },
  })
  return outDir
}
