import { Agent, request } from 'node:http'

/** The request of each visitor of a crowd. */
export type Asked = { path: string; headers?: Record<string, string> }

/** The outcome of a request that got no answer. */
const NO_ANSWER = 'no answer'
/** A request without an answer after this long counts as one that will never get one. */
const TIMEOUT_MS = 120_000

type Outcome = number | typeof NO_ANSWER

/**
 * Sends as many requests at once, each over a connection of its own.
 * @returns the status of each answer, once it was read to its end
 */
export async function allAtOnce(url: string, count: number, asked: Asked): Promise<Outcome[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: count })
  const outcomes = await Promise.all(Array.from({ length: count }, () => ask(url, asked, agent)))
  agent.destroy()
  return outcomes
}

/** Sends as many requests at once, and cuts each connection once its request was sent. */
export async function allLeave(url: string, count: number, { path, headers = {} }: Asked): Promise<void> {
  const agent = new Agent({ maxSockets: count })
  const leave = () =>
    new Promise<void>((resolve) => {
      const sent = request(new URL(path, url), { agent, headers })
      // A cut connection is an error to the side that cuts it.
      sent.on('error', () => undefined)
      sent.on('close', resolve)
      sent.on('finish', () => sent.destroy())
      sent.end()
    })
  await Promise.all(Array.from({ length: count }, leave))
  agent.destroy()
}

/** Counts the outcomes by kind. */
export function tallyOf(outcomes: readonly Outcome[]): Record<string, number> {
  const tally: Record<string, number> = {}
  for (const outcome of outcomes) tally[outcome] = (tally[outcome] ?? 0) + 1
  return tally
}

function ask(url: string, { path, headers = {} }: Asked, agent: Agent): Promise<Outcome> {
  return new Promise((resolve) => {
    const sent = request(new URL(path, url), { agent, headers }, (response) => {
      response.on('end', () => resolve(response.statusCode ?? NO_ANSWER))
      response.on('error', () => resolve(NO_ANSWER))
      response.resume()
    })
    sent.on('error', () => resolve(NO_ANSWER))
    sent.setTimeout(TIMEOUT_MS, () => sent.destroy())
    sent.end()
  })
}
