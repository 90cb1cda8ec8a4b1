import { findChromium, findHeadlessShell } from './browser-programs.ts'
import { reservePorts } from './ports.ts'

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
