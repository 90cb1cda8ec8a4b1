import { globSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import type { Rolldown } from 'vite'
import { backOfficeId } from './back-office-copies.ts'

/** Stands in the Worker until the scripts of the browser are built (src/admin/server/screen-scripts.ts). */
const PLACEHOLDER = /(["'`])@@SCREEN_SCRIPTS@@\1/g
const START = 'src/admin/start.tsx'

type Chunk = Pick<Rolldown.OutputChunk, 'fileName' | 'imports' | 'moduleIds'>

/**
 * Tells the Worker which scripts each screen of the back office needs, so that its page names all of them and the browser
 * fetches them at once.
 */
export function screenScripts(): AstroIntegration {
  const root = fileURLToPath(new URL('../..', import.meta.url))
  let chunks: readonly Chunk[] = []
  return {
    name: 'screen-scripts',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        updateConfig({
          vite: {
            plugins: [
              {
                name: 'screen-scripts',
                applyToEnvironment: ({ name }) => name === 'client',
                buildStart() {
                  // No page has a tag with it (src/admin/fetch-scripts.ts).
                  if (this.environment.mode === 'build')
                    this.emitFile({ type: 'chunk', id: join(root, START) })
                },
                generateBundle(_, bundle) {
                  chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
                },
              },
            ],
          },
        })
      },
      'astro:build:done': async () => {
        const written = JSON.stringify(JSON.stringify(await scriptsOfScreens(root, chunks)))
        let found = 0
        for (const file of globSync('dist/server/**/*.mjs', { cwd: root })) {
          const path = join(root, file)
          const text = await readFile(path, 'utf8')
          if (!text.includes('@@SCREEN_SCRIPTS@@')) continue
          found += 1
          await writeFile(
            path,
            text.replace(PLACEHOLDER, () => written),
          )
        }
        if (found !== 1)
          throw new Error(`The list of scripts has ${found} places in the Worker instead of one.`)
      },
    },
  }
}

/** By the id of a screen's route; under an empty id what every page needs, the script that takes it over first. */
async function scriptsOfScreens(root: string, chunks: readonly Chunk[]): Promise<Record<string, string[]>> {
  const needs = (module: string): Set<string> => {
    const own = chunks.find(({ moduleIds }) => moduleIds.includes(module))
    if (!own) throw new Error(`No script holds ${module}.`)
    return closure(own, chunks)
  }
  const common = needs(join(root, START))
  const scripts: Record<string, string[]> = { '': [...common] }
  for (const file of globSync('src/admin/{router.tsx,*/routes.tsx}', { cwd: root })) {
    const source = await readFile(join(root, file), 'utf8')
    for (const { id, module } of screensIn(file, source)) {
      scripts[id] = [...needs(backOfficeId(join(root, module)))].filter((name) => !common.has(name))
    }
  }
  return scripts
}

/** The screens that a file with routes declares. */
export function screensIn(file: string, source: string): { id: string; module: string }[] {
  return [...source.matchAll(/createRoute\(\{(.*?)\n\}\)/gs)].flatMap(([, route = '']) => {
    const id = /\bat\('([^']+)'\)/.exec(route)?.[1]
    const module = /import\('([^']+)'\)/.exec(route)?.[1]
    return id && module ? [{ id, module: normalize(join(dirname(file), module)) }] : []
  })
}

/** A script and all that it imports before it runs. */
function closure(chunk: Chunk, chunks: readonly Chunk[], found = new Set<string>()): Set<string> {
  if (found.has(chunk.fileName)) return found
  found.add(chunk.fileName)
  for (const name of chunk.imports) {
    const imported = chunks.find(({ fileName }) => fileName === name)
    if (imported) closure(imported, chunks, found)
  }
  return found
}
