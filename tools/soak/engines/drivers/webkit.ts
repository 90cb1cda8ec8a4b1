import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { Builder, Capabilities, type WebDriver, WebElement } from 'selenium-webdriver'
import { type Browser, TIMEOUT_MS, WINDOW } from './browser.ts'
import { findInPage, type Kind } from './find-in-page.ts'

/** A display that needs no screen; WebKitGTK's MiniBrowser has no headless mode. */
const DISPLAY = ':87'

/** WebKitGTK's MiniBrowser, by its WebDriver. @param miniBrowser the path of MiniBrowser @param port a free one, for the driver */
export async function openWebKit(miniBrowser: string, port: number): Promise<Browser> {
  const screen = spawn('Xvfb', [DISPLAY, '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'], {
    stdio: 'ignore',
  })
  const service = spawn('WebKitWebDriver', [`--port=${port}`], {
    stdio: 'ignore',
    // Without a sandbox, as root in a container; drawn by the processor.
    env: {
      ...process.env,
      DISPLAY,
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
      WEBKIT_DISABLE_COMPOSITING_MODE: '1',
      LIBGL_ALWAYS_SOFTWARE: '1',
    },
  })
  const stop = () => {
    service.kill()
    screen.kill()
  }
  process.once('exit', stop)
  try {
    return await drive(await connect(port, miniBrowser), stop)
  } catch (error) {
    stop()
    throw error
  }
}

async function connect(port: number, binary: string): Promise<WebDriver> {
  const server = `http://127.0.0.1:${port}`
  const until = Date.now() + TIMEOUT_MS
  while (!(await isReady(server))) {
    if (Date.now() > until) throw new Error('WebKitWebDriver does not answer.')
    await sleep(100)
  }
  const capabilities = new Capabilities({
    browserName: 'MiniBrowser',
    'webkitgtk:browserOptions': { binary, args: ['--automation'] },
  })
  return new Builder().usingServer(server).withCapabilities(capabilities).build()
}

function isReady(server: string): Promise<boolean> {
  return fetch(`${server}/status`).then(
    ({ ok }) => ok,
    () => false,
  )
}

async function drive(driver: WebDriver, stop: () => void): Promise<Browser> {
  await driver.manage().setTimeouts({ pageLoad: TIMEOUT_MS, script: TIMEOUT_MS })
  await driver
    .manage()
    .window()
    .setRect({ x: 0, y: 0, ...WINDOW })
  /** The element, away from the bar at the bottom, which would get the press. */
  const reach = async (kind: Kind, name: string) => {
    const element = await find(driver, kind, name)
    await driver.executeScript(
      'arguments[0].scrollIntoView({ block: "center", behavior: "instant" })',
      element,
    )
    return element
  }
  const press = async (kind: 'button' | 'radio', name: string) => (await reach(kind, name)).click()
  return {
    open: (url) => driver.get(url),
    fill: async (label, text) => {
      const field = await reach('field', label)
      await field.clear()
      await field.sendKeys(text)
    },
    choose: (label) => press('radio', label),
    select: async (label, value) => {
      const field = await reach('field', label)
      await (await field.findElement({ css: `option[value="${value}"]` })).click()
    },
    press: (name) => press('button', name),
    see: async (text) => {
      await find(driver, 'text', text)
    },
    address: () => driver.getCurrentUrl(),
    reload: () => driver.navigate().refresh(),
    screenshot: async (file) => writeFileSync(file, await driver.takeScreenshot(), 'base64'),
    close: async () => {
      await driver.quit()
      stop()
    },
  }
}

/** Waits for an element by what a person reads. @throws Error when it does not come */
async function find(driver: WebDriver, kind: Kind, name: string): Promise<WebElement> {
  const until = Date.now() + TIMEOUT_MS
  for (;;) {
    // While one page leaves and the next one comes, neither can be asked.
    const found = await driver
      .executeScript(`return (${findInPage})(...arguments)`, kind, name)
      .catch(() => null)
    if (found instanceof WebElement) return found
    if (Date.now() > until)
      throw new Error(`There is no ${kind} “${name}” on ${await driver.getCurrentUrl()}`)
    await sleep(100)
  }
}
