import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { runCommand } from '#tests/support/run-command.ts'
import { article, FILES } from '#tests/unit/content-checks-support.ts'

const made: string[] = []
afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true })
})

/** The command's output about the shop's texts and these. */
async function check(added: Record<string, string>) {
  const root = mkdtempSync(join(tmpdir(), 'content-'))
  made.push(root)
  const files = [...FILES, ...Object.entries(added).map(([path, source]) => ({ path, source }))]
  for (const { path, source } of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), source)
  }
  vi.spyOn(process, 'cwd').mockReturnValue(root)
  return runCommand('check-content.ts', [], {})
}

test('says how much there is when nothing has to be fixed', async () => {
  const { status, said } = await check({})
  expect({ status, said: said.trim() }).toEqual({
    status: 0,
    said: expect.stringMatching(/^\d+ texts: nothing to mend\.$/),
  })
})

test('fails with every fault of every file, each with its file and line', async () => {
  const { status, said } = await check({
    'content/learn/a.mdx': '---\ntitle: Sorry: a guide\n',
    'content/learn/b.mdx': article({ slug: 'b', published: '2026-02-31' }, '[x](#nowhere)\n\n##Heading'),
    'content/learn/notes.docx': '',
  })
  expect(status).toBe(1)
  expect(said.split('\n').flatMap((line) => /^content\/\S+/.exec(line) ?? [])).toEqual([
    'content/learn/a.mdx:1',
    'content/learn/b.mdx:6',
    'content/learn/b.mdx:11:1',
    'content/learn/b.mdx:13:1',
    'content/learn/notes.docx',
  ])
  expect(said).toContain('5 things have to be mended in content/')
})
