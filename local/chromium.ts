import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
// Without the windows that nobody sees: the same tests with a sixth less work. It keeps no page alive behind another one.
const SHELL = ['chromium-headless-shell']
const DOWNLOAD_MS = 180_000

/**
 * Finds a Chromium for the browser tests: an installed one first, else Playwright's own, else the system's package
 * manager is asked to install one.
 * @returns its path, or undefined when Playwright knows where its own is
 * @throws Error that says what was tried
 */
export async function findChromium(env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const installed = env['CHROMIUM_PATH'] ?? onPath(env, NAMES)
  if (installed) return installed
  if (await playwrightHasOne()) return undefined
  console.log('No Chromium here. Asking Playwright for its own …')
  spawnSync('playwright', ['install', 'chromium'], { stdio: 'inherit', timeout: DOWNLOAD_MS })
  if (await playwrightHasOne()) return undefined
  console.log('That did not work. Asking the package manager …')
  installBySystem()
  const found = onPath(env, NAMES)
  if (found) return found
  throw new Error('No Chromium for the browser tests. Install one, or name it with CHROMIUM_PATH.')
}

/** @returns the path of a Chromium without windows, where there is one */
export function findShell(env: NodeJS.ProcessEnv): string | undefined {
  return onPath(env, SHELL)
}

function onPath(env: NodeJS.ProcessEnv, names: readonly string[]): string | undefined {
  const folders = (env['PATH'] ?? '').split(delimiter)
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find(existsSync)
}

async function playwrightHasOne(): Promise<boolean> {
  const { chromium } = await import('@playwright/test')
  return existsSync(chromium.executablePath())
}

function installBySystem(): void {
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  // Without what is recommended beside it: printers, other desktops.
  const apt = ['apt-get', 'install', '-y', '-qq', '--no-install-recommends', 'fonts-liberation']
  const ways = [
    [
      ['apt-get', 'update', '-qq'],
      [...apt, 'chromium'],
      [...apt, ...SHELL],
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
