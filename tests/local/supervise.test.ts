import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Clock, type Look, type Program, supervise } from '#local/supervise.ts'

/** The results of the looks at a program after a start; it ends by itself with `exit`. */
type Life = (Look | 'exit')[]

const lines: string[] = []

beforeEach(() => {
  lines.length = 0
  vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line))
})
afterEach(() => vi.restoreAllMocks())

/** A program with these lives, on a clock that waits for nothing. `over` resolves when the last life has been looked at. */
function play(lives: Life[]) {
  let time = 0
  const clock: Clock = {
    now: () => time,
    sleep: async (ms) => {
      time += ms
    },
  }
  const over = Promise.withResolvers<void>()
  let starts = 0
  let stops = 0
  let life: Life = []
  let exit = Promise.withResolvers<number>()
  const program: Program = {
    name: 'The program',
    log: 'program.log',
    start: () => {
      life = [...(lives[starts] ?? [])]
      starts += 1
      const ending = Promise.withResolvers<number>()
      exit = ending
      return {
        exited: ending.promise,
        stop: async () => {
          stops += 1
          ending.resolve(0)
        },
      }
    },
    look: async () => {
      const next = life.shift()
      if (next === 'exit') exit.resolve(1)
      if (next !== undefined && next !== 'exit') return next
      if (next === undefined) over.resolve()
      await exit.promise
      return 'fails'
    },
  }
  const supervised = supervise(program, clock)
  return { ...supervised, over: over.promise, counts: () => ({ starts, stops }) }
}

const ENDED = 'The program ended. Starting it again …'
const HUNG = 'The program has hung. Starting it again …'
const SERVES_LONG: Life = Array.from({ length: 6 }, () => 'serves')

test('a program that ends is started again, and the screen says so', async () => {
  const program = play([['fails', 'serves', 'exit'], ['serves']])
  await program.ready
  await program.over
  expect(lines).toEqual([ENDED])
  expect(program.counts()).toEqual({ starts: 2, stops: 1 })
  await program.stop()
})

test('a program that fails three looks in a row is stopped and started again as hung', async () => {
  const program = play([['serves', 'fails', 'fails', 'fails'], ['serves']])
  await program.over
  expect(lines).toEqual([HUNG])
  expect(program.counts()).toEqual({ starts: 2, stops: 1 })
  await program.stop()
})

test('a program that serves again after two failed looks goes on', async () => {
  const program = play([['serves', 'fails', 'fails', 'serves', 'fails', 'fails', 'serves']])
  await program.over
  expect(program.counts()).toEqual({ starts: 1, stops: 0 })
  await program.stop()
})

test('a program that waits for another one goes on, however long', async () => {
  const program = play([['serves', ...Array.from({ length: 50 }, () => 'waits' as const), 'serves']])
  await program.over
  expect(program.counts()).toEqual({ starts: 1, stops: 0 })
  await program.stop()
})

test('a program that ends during its first start is not started again, and the error names its log', async () => {
  const program = play([['fails', 'exit']])
  await expect(program.ready).rejects.toThrow('The program ended while starting. Its log: program.log')
  await expect(program.ended).rejects.toThrow('ended while starting')
  expect(program.counts().starts).toBe(1)
})

test('a program that does not serve two minutes after its first start is stopped', async () => {
  const program = play([Array.from({ length: 10_000 }, () => 'fails')])
  await expect(program.ready).rejects.toThrow('The program does not answer. Its log: program.log')
  await expect(program.ended).rejects.toThrow('does not answer')
  expect(program.counts()).toEqual({ starts: 1, stops: 1 })
})

test('a program that went down 21 times in a row is given up', async () => {
  const program = play([['serves', 'exit'], ...Array.from({ length: 30 }, (): Life => ['exit'])])
  await program.ready
  await expect(program.ended).rejects.toThrow('The program went down 21 times in a row. Its log: program.log')
  expect(lines).toEqual(Array.from({ length: 20 }, () => ENDED))
})

test('a program that ends a hundred times after it has served for a while is started each time', async () => {
  const lives = Array.from({ length: 100 }, (): Life => [...SERVES_LONG, 'exit'])
  const program = play([...lives, ['serves']])
  await program.over
  expect(program.counts().starts).toBe(101)
  await program.stop()
})

test('a program that is stopped is not started again', async () => {
  const program = play([['serves']])
  await program.over
  await program.stop()
  await expect(program.ended).resolves.toBeUndefined()
  expect(program.counts().starts).toBe(1)
  expect(lines).toEqual([])
})
