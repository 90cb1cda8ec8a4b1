import { type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { PlainError } from './failure.ts'
import { reservePorts } from './ports.ts'

const CHROMIUM = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const HEADLESS_SHELL = ['chromium-headless-shell', 'headless_shell']
const FIREFOX = ['firefox', 'firefox-esr']
const DOWNLOAD_MS = 180_000

/** The variables with which the browser tests find their browser, and ports for their shop. @throws PlainError without a browser */
export async function browserEnv(env: NodeJS.ProcessEnv): Promise<Record<string, string>> {
  const chromium = await findChromium(env)
  const headlessShell = await findHeadlessShell(env)
  const { shop } = await reservePorts()
  return {
    E2E_PORT: String(shop),
    ...(chromium ? { CHROMIUM_PATH: chromium } : {}),
    ...(headlessShell ? { HEADLESS_SHELL_PATH: headlessShell } : {}),
  }
}

/**
 * Finds a Chromium for the browser tests: an installed one first, else Playwright's own, else the system's package
 * manager is asked to install one.
 * @returns its path, or undefined when Playwright knows where its own is
 * @throws Error that says what was tried
 */
export async function findChromium(env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const installed = env['CHROMIUM_PATH'] ?? onPath(env, CHROMIUM)
  if (installed) return installed
  if (await playwrightHasOne()) return undefined
  console.log('No Chromium here. Asking Playwright for its own …')
  await statusOf('playwright', ['install', 'chromium'], { stdio: 'inherit', timeout: DOWNLOAD_MS })
  if (await playwrightHasOne()) return undefined
  console.log('That did not work. Asking the package manager …')
  await installPackages({
    apt: ['chromium', 'chromium-headless-shell'],
    dnf: ['chromium', 'chromium-headless'],
    apk: ['chromium'],
    pacman: ['chromium'],
  })
  const found = onPath(env, CHROMIUM)
  if (found) return found
  throw new PlainError('No Chromium for the browser tests. Install one, or name it with CHROMIUM_PATH.')
}

/**
 * Finds Chromium's headless shell, which has no window of its own to draw: the same tests in two thirds of the CPU time.
 * Root, as containers run, asks Debian's package manager for it; nothing is put on the machine of somebody else for that.
 * @returns its path, or undefined when there is none, or when CHROMIUM_PATH names what is to be used
 */
export async function findHeadlessShell(env: NodeJS.ProcessEnv): Promise<string | undefined> {
  if (env['CHROMIUM_PATH']) return undefined
  const found = onPath(env, HEADLESS_SHELL)
  if (found || process.getuid?.() !== 0) return found
  await installPackages({ apt: ['chromium-headless-shell'] })
  return onPath(env, HEADLESS_SHELL)
}

/**
 * Finds the system's Firefox, or asks the package manager for one.
 * @returns its path
 * @throws Error when there is none
 */
export async function findFirefox(env: NodeJS.ProcessEnv): Promise<string> {
  const find = () => env['FIREFOX_PATH'] ?? onPath(env, FIREFOX)
  if (!find()) {
    await installPackages({
      apt: ['firefox-esr'],
      dnf: ['firefox'],
      apk: ['firefox-esr'],
      pacman: ['firefox'],
    })
  }
  const found = find()
  if (found) return found
  throw new PlainError('No Firefox. Install one, or name it with FIREFOX_PATH.')
}

/**
 * Finds WebKitGTK's MiniBrowser with its driver, a virtual display and a clock to set, or asks Debian's package manager for them.
 * @returns the path of MiniBrowser
 * @throws Error when they cannot be had
 */
export async function findMiniBrowser(env: NodeJS.ProcessEnv): Promise<string> {
  const find = () => {
    const complete = ['WebKitWebDriver', 'Xvfb', 'faketime'].every((name) => onPath(env, [name]))
    return complete ? (env['MINIBROWSER_PATH'] ?? miniBrowser()) : undefined
  }
  if (!find()) await installPackages({ apt: ['webkit2gtk-driver', 'xvfb', 'faketime'] })
  const found = find()
  if (found) return found
  throw new PlainError('No WebKit. Install the packages webkit2gtk-driver, xvfb and faketime.')
}

/** MiniBrowser is in /usr/libexec or in the architecture's folder below /usr/lib. */
function miniBrowser(): string | undefined {
  const below = (folder: string) =>
    readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => join(folder, name))
  const parents = ['/usr/libexec', '/usr/lib'].filter(existsSync)
  return parents
    .flatMap((parent) => [parent, ...below(parent).filter((folder) => folder.endsWith('-linux-gnu'))])
    .flatMap(below)
    .filter((folder) => folder.includes('/webkit2gtk-'))
    .map((folder) => join(folder, 'MiniBrowser'))
    .find(existsSync)
}

function onPath(env: NodeJS.ProcessEnv, names: readonly string[]): string | undefined {
  const folders = (env['PATH'] ?? '').split(delimiter)
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find(existsSync)
}

async function playwrightHasOne(): Promise<boolean> {
  const { chromium } = await import('@playwright/test')
  return existsSync(chromium.executablePath())
}

type PackageNames = Partial<Record<'apt' | 'dnf' | 'apk' | 'pacman', string[]>>

/** Asks the first package manager that is here. Whether it worked, the caller finds out by looking. */
async function installPackages(names: PackageNames): Promise<void> {
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  // What is recommended beside it is left out: printers, other desktops.
  const apt = ['apt-get', 'install', '-y', '-qq', '--no-install-recommends', 'fonts-liberation']
  const ways = [
    { packages: names.apt, steps: [['apt-get', 'update', '-qq'], apt] },
    { packages: names.dnf, steps: [['dnf', 'install', '-y']] },
    { packages: names.apk, steps: [['apk', 'add']] },
    { packages: names.pacman, steps: [['pacman', '-S', '--noconfirm']] },
  ]
  for (const { packages, steps } of ways) {
    const tool = steps[0]?.[0]
    if (!packages || !tool || (await statusOf('sh', ['-c', `command -v ${tool}`], { stdio: 'ignore' })) !== 0)
      continue
    const before = steps.slice(0, -1)
    // One at a time: a package that this system does not know keeps no other back.
    const installs = packages.map((name) => [...(steps.at(-1) ?? []), name])
    for (const step of [...before, ...installs]) {
      const [command = '', ...args] = [...asRoot, ...step]
      await statusOf(command, args, {
        stdio: 'inherit',
        timeout: DOWNLOAD_MS,
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      })
    }
    return
  }
}

/** @returns the exit status; undefined when it could not be started or was ended */
async function statusOf(command: string, args: string[], options: SpawnOptions): Promise<number | undefined> {
  try {
    const [status] = await once(spawn(command, args, options), 'close')
    return status ?? undefined
  } catch {
    return undefined
  }
}
