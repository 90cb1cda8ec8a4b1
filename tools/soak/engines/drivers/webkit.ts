import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { Builder, Capabilities, error, type WebDriver, WebElement } from 'selenium-webdriver'
import { type Browser, TIMEOUT_MS, WINDOW } from './browser.ts'
import type { Device } from './device.ts'
import { findInPage, type Kind } from './find-in-page.ts'

/** A display that needs no screen; WebKitGTK's MiniBrowser has no headless mode. */
const DISPLAY = ':87'

/** WebKitGTK's MiniBrowser, by its WebDriver. @param miniBrowser the path of MiniBrowser @param port a free one, for the driver */
export async function openWebKit(miniBrowser: string, port: number, device: Device): Promise<Browser> {
  const screen = spawn('Xvfb', [DISPLAY, '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'], {
    stdio: 'ignore',
  })
  // WebDriver runs no script before those of a page, so the clock of the whole program is set ahead.
  const ahead = ['faketime', '-m', '--exclude-monotonic', '-f', `+${device.hoursAhead}h`]
  const [program = '', ...args] = [
    ...(device.hoursAhead === 0 ? [] : ahead),
    'WebKitWebDriver',
    `--port=${port}`,
  ]
  const service = spawn(program, args, {
    stdio: 'ignore',
    // Without a sandbox, as root in a container; drawn by the processor.
    env: {
      ...process.env,
      DISPLAY,
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
      WEBKIT_SKIA_ENABLE_CPU_RENDERING: '1',
      LIBGL_ALWAYS_SOFTWARE: '1',
    },
  })
  const ended = Promise.all([once(service, 'exit'), once(screen, 'exit')])
  const kill = () => {
    service.kill()
    screen.kill()
  }
  process.once('exit', kill)
  /** Resolves once the next one can have the port and the display. */
  const stop = async () => {
    kill()
    await ended
    process.off('exit', kill)
  }
  try {
    return await drive(await connect(port, miniBrowser, device), device, stop)
  } catch (error) {
    await stop()
    throw error
  }
}

async function connect(port: number, binary: string, { blocksStorage }: Device): Promise<WebDriver> {
  const server = `http://127.0.0.1:${port}`
  const deadline = Date.now() + TIMEOUT_MS
  while (!(await isReady(server))) {
    if (Date.now() > deadline) throw new Error('WebKitWebDriver does not answer.')
    await sleep(100)
  }
  const capabilities = new Capabilities({
    browserName: 'MiniBrowser',
    'webkitgtk:browserOptions': {
      binary,
      args: ['--automation', ...(blocksStorage ? ['--enable-html5-local-storage=false'] : [])],
    },
  })
  return new Builder().usingServer(server).withCapabilities(capabilities).build()
}

function isReady(server: string): Promise<boolean> {
  return fetch(`${server}/status`).then(
    ({ ok }) => ok,
    () => false,
  )
}

async function drive(driver: WebDriver, { translate }: Device, stop: () => Promise<void>): Promise<Browser> {
  await driver.manage().setTimeouts({ pageLoad: TIMEOUT_MS, script: TIMEOUT_MS })
  await driver
    .manage()
    .window()
    .setRect({ x: 0, y: 0, ...WINDOW })
  /** The element, away from the bar at the bottom, which would get the press. */
  const reach = async (kind: Kind, name: string) => {
    const element = await find(driver, translate, kind, name)
    await driver.executeScript(
      'arguments[0].scrollIntoView({ block: "center", behavior: "instant" })',
      element,
    )
    return element
  }
  /** Does it again when the page drew the element anew meanwhile, as after a translation. */
  const retried = async (act: () => Promise<void>): Promise<void> => {
    for (const deadline = Date.now() + TIMEOUT_MS; ; ) {
      try {
        return await act()
      } catch (failure) {
        if (!(failure instanceof error.StaleElementReferenceError) || Date.now() > deadline) throw failure
      }
    }
  }
  const press = (kind: 'button' | 'radio', name: string) =>
    retried(async () => (await reach(kind, name)).click())
  return {
    open: (url) => driver.get(url),
    fill: (label, text) =>
      retried(async () => {
        const field = await reach('field', label)
        await field.click()
        // Selects what is there, so that typing replaces it: what WebDriver clears, React puts back.
        await driver.executeScript('arguments[0].select()', field)
        await field.sendKeys(text)
      }),
    choose: (label) => press('radio', label),
    select: (label, value) =>
      retried(async () => {
        const field = await reach('field', label)
        await (await field.findElement({ css: `option[value="${value}"]` })).click()
      }),
    press: (name) => press('button', name),
    see: async (text) => {
      await find(driver, translate, 'text', text)
    },
    address: () => driver.getCurrentUrl(),
    reload: () => driver.navigate().refresh(),
    screenshot: async (file) => writeFileSync(file, await driver.takeScreenshot(), 'base64'),
    close: async () => {
      await driver.quit()
      await stop()
    },
  }
}

/**
 * Waits for an element by what a person reads, and translates the page on the way: any page, since each may be left by a press.
 * @throws Error when it does not come
 */
async function find(
  driver: WebDriver,
  translate: string | null,
  kind: Kind,
  name: string,
): Promise<WebElement> {
  const deadline = Date.now() + TIMEOUT_MS
  const translation = translate
    ? `if (document.readyState === 'complete' && !window.translating) { window.translating = true; ${translate} }
       if (document.documentElement.dataset.translated === undefined) return null`
    : ''
  for (;;) {
    // While one page leaves and the next one comes, neither can be asked.
    const found = await driver
      .executeScript(`${translation}; return (${findInPage})(...arguments)`, kind, name)
      .catch(() => null)
    if (found instanceof WebElement) return found
    if (Date.now() > deadline)
      throw new Error(`There is no ${kind} “${name}” on ${await driver.getCurrentUrl()}`)
    await sleep(100)
  }
}
