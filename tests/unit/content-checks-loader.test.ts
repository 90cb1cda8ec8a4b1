import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { LoaderContext } from 'astro/loaders'
import { afterEach, expect, test } from 'vitest'
import { contentLoader } from '#src/build/content-checks/loader.ts'
import { article } from './content-checks-support.ts'

const made: string[] = []
afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true })
})

/** The files that the loader reads from a folder with a good article, a draft and a broken one. */
async function read(showDrafts: boolean): Promise<string[]> {
  const root = mkdtempSync(join(tmpdir(), 'texts-'))
  made.push(root)
  mkdirSync(join(root, 'content/learn'), { recursive: true })
  const files = {
    good: article({ slug: 'good' }),
    'a [draft]': article({ slug: 'unfinished', draft: 'true' }),
    broken: article({ slug: 'broken', title: null }),
  }
  for (const [name, source] of Object.entries(files))
    writeFileSync(join(root, `content/learn/${name}.mdx`), source)

  const seen: string[] = []
  const entries = new Map<string, unknown>()
  const context = {
    config: { root: pathToFileURL(`${root}/`), srcDir: pathToFileURL(`${root}/src/`) },
    collection: 'learn',
    logger: console,
    generateDigest: () => 'digest',
    parseData: async ({ data }: { data: unknown }) => data,
    store: {
      keys: () => entries.keys(),
      get: (id: string) => entries.get(id),
      set: ({ id }: { id: string }) => seen.push(id),
      delete: () => {},
    },
    entryTypes: new Map([
      [
        '.mdx',
        { extensions: ['.mdx'], contentModuleTypes: '', getEntryInfo: () => ({ data: {}, body: '' }) },
      ],
    ]),
  }
  await contentLoader('content/learn', '*.mdx', showDrafts).load(context as unknown as LoaderContext)
  return seen.sort()
}

test('a production build leaves drafts out', async () => {
  expect(await read(false)).toEqual(['broken', 'good'])
})

test('an invalid draft is left out and does not stop the build', async () => {
  expect(await read(true)).toEqual(['a [draft]', 'good'])
})
