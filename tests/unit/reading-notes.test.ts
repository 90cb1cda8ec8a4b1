import { mdxToJs } from 'satteri'
import { describe, expect, it } from 'vitest'
import { type ReadingNotes, readingNotesPlugin } from '#src/build/reading-notes.ts'

describe('reading an article', () => {
  it('counts reading minutes at 220 words a minute, component titles included, at least one', async () => {
    const words = (count: number) => Array(count).fill('sorry').join(' ')
    expect((await read('One word.')).notes.minutes).toBe(1)
    expect((await read(words(219))).notes.minutes).toBe(1)
    expect((await read(words(2 * 220))).notes.minutes).toBe(2)
    expect((await read(words(329))).notes.minutes).toBe(1)
    expect((await read(`<Step title="One more">\n\n${words(328)}\n\n</Step>`)).notes.minutes).toBe(2)
    expect((await read(`${words(220)} ${'— … / '.repeat(300)}`)).notes.minutes).toBe(1)
  })

  it('lists headings in their order with the ids of the page', async () => {
    const { notes, code } = await read(
      [
        '## Before & after',
        '<Level value={10} title="You missed it">\n\nText\n\n### Not a part\n\n</Level>',
        '<Step title="Say it">\n\nText\n\n</Step>',
        '<Step title="Mean it">\n\nText\n\n</Step>',
        '## Before & after',
      ].join('\n\n'),
    )
    expect(notes.contents).toEqual([
      { id: 'before-after', title: 'Before & after' },
      { id: 'level-10', title: 'You missed it', number: '10' },
      { id: 'step-1', title: 'Say it', number: '1' },
      { id: 'step-2', title: 'Mean it', number: '2' },
      { id: 'before-after-2', title: 'Before & after' },
    ])
    for (const expected of ['id: "before-after"', 'id: "before-after-2"', 'number: "1"', 'number: "2"'])
      expect(code).toContain(expected)
  })

  it('only the first citation of a source gets the id that the source links back to', async () => {
    const { notes, code } = await read(
      '[B](#source-2) and [A](#source-1), again [B](#source-2). [No](#sources)',
    )
    expect(notes.cited).toEqual([2, 1])
    expect(code.match(/id: "cited-\d"/g)).toEqual(['id: "cited-2"', 'id: "cited-1"'])
  })

  it('wraps tables in a focusable, named scroll container', async () => {
    const { code } = await read('## Prices\n\n| a | b |\n|---|---|\n| 1 | 2 |')
    expect(code).toMatch(/role: "region"/)
    expect(code).toMatch(/tabindex: "?0"?/i)
    expect(code).toContain('Table: Prices')
  })
})

async function read(text: string): Promise<{ notes: ReadingNotes; code: string }> {
  const page = {
    frontmatter: {} as { notes: ReadingNotes },
    headings: [],
    localImagePaths: new Set<string>(),
    remoteImagePaths: new Set<string>(),
  }
  const { code } = await mdxToJs(text, {
    hastPlugins: [readingNotesPlugin],
    elementAttributeNameCase: 'html',
    data: { astro: page },
  })
  return { notes: page.frontmatter.notes, code }
}
