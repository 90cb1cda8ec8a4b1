import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findChromium, findHeadlessShell } from '#local/browser-programs.ts'
import { reservePorts } from '#local/ports.ts'

// npm run dev on a fresh clone: without what the development server has bundled of the packages before.
const STARTING_MS = 600_000
const root = process.cwd()

let browser: Browser
let url: string
let dataFolder: string
let printed = ''
let server: ReturnType<typeof spawn>
beforeAll(async () => {
  const ports = await reservePorts()
  url = `http://localhost:${ports.shop}`
  dataFolder = join(root, '.local', String(ports.shop))
  for (const bundled of ['deps', 'deps_ssr', 'deps_astro'])
    rmSync(join(root, 'node_modules/.vite', bundled), { recursive: true, force: true })
  // The test runner adds variables that would make other pages.
  const { NODE_ENV: _, ...env } = process.env
  server = spawn(process.execPath, ['local/start.ts', '--dev'], {
    cwd: root,
    env: { ...env, PORT: String(ports.shop) } as NodeJS.ProcessEnv,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const executablePath = (await findHeadlessShell(process.env)) ?? (await findChromium(process.env))
  browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args: ['--no-sandbox'] })
  await new Promise<void>((resolve, reject) => {
    for (const stream of [server.stdout, server.stderr])
      stream?.on('data', (part) => {
        printed += String(part)
        if (printed.includes('is open (live reload)')) resolve()
      })
    server.once('exit', () => reject(new Error(printed)))
  })
}, STARTING_MS)
afterAll(async () => {
  await browser?.close()
  if (server?.exitCode === null) {
    server.kill('SIGTERM')
    await once(server, 'exit')
  }
  rmSync(dataFolder, { recursive: true, force: true })
})

test.each([
  ['/', 'Delivery ZIP code'],
  ['/home', 'Extremely Bad'],
  ['/learn/mess-up-index', 'The Mess-Up Index'],
  ['/login', 'Password'],
])('the first %s from source is complete, without errors', async (path, text) => {
  const page = await browser.newPage()
  const errors: string[] = []
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  page.on('pageerror', ({ message }) => errors.push(message))
  const before = printed.length
  await page.goto(url + path, { timeout: 120_000 })
  await page.getByText(text).first().waitFor({ timeout: 120_000 })
  // Pages become interactive at the first key.
  await page.keyboard.press('Shift')
  await expect.poll(() => page.locator('astro-island[ssr]').count(), { timeout: 120_000 }).toBe(0)
  expect(errors).toEqual([])
  expect(printed.slice(before)).not.toMatch(/\[ERROR\]|Invalid hook call/)
  await page.close()
})
