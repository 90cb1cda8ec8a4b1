import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const DOWNLOAD_MS = 180_000

/**
 * Finds a Chromium for the browser tests: an installed one first, else Playwright's own, else the system's package
 * manager is asked to install one.
 * @returns its path, or undefined when Playwright knows where its own is
 * @throws Error that says what was tried
 */
export async function findChromium(env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const installed = env['CHROMIUM_PATH'] ?? onPath(env)
  if (installed) return installed
  if (await playwrightHasOne()) return undefined
  console.log('No Chromium here. Asking Playwright for its own …')
  spawnSync('playwright', ['install', 'chromium'], { stdio: 'inherit', timeout: DOWNLOAD_MS })
  if (await playwrightHasOne()) return undefined
  console.log('That did not work. Asking the package manager …')
  installBySystem()
  const found = onPath(env)
  if (found) return found
  throw new Error('No Chromium for the browser tests. Install one, or name it with CHROMIUM_PATH.')
}

function onPath(env: NodeJS.ProcessEnv): string | undefined {
  const folders = (env['PATH'] ?? '').split(delimiter)
  return folders.flatMap((folder) => NAMES.map((name) => join(folder, name))).find(existsSync)
}

async function playwrightHasOne(): Promise<boolean> {
  const { chromium } = await import('@playwright/test')
  return existsSync(chromium.executablePath())
}

function installBySystem(): void {
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  const ways = [
    [
      ['apt-get', 'update', '-qq'],
      ['apt-get', 'install', '-y', '-qq', 'chromium'],
    ],
    [['dnf', 'install', '-y', 'chromium']],
    [['apk', 'add', 'chromium']],
    [['pacman', '-S', '--noconfirm', 'chromium']],
  ]
  for (const way of ways) {
    const tool = way[0]?.[0]
    if (!tool || spawnSync('sh', ['-c', `command -v ${tool}`]).status !== 0) continue
    for (const step of way) {
      const [command = '', ...args] = [...asRoot, ...step]
      spawnSync(command, args, {
        stdio: 'inherit',
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      })
    }
    return
  }
}
