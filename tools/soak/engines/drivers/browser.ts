/** The actions of a browser that the purchase needs, whatever drives it. Names are those that a person reads on the page. */
export type Browser = {
  open(url: string): Promise<void>
  /** Types into the field with this label. */
  fill(label: string, text: string): Promise<void>
  /** Chooses the radio button whose label begins with this text. */
  choose(label: string): Promise<void>
  /** Chooses an option of a select by its value. */
  select(label: string, value: string): Promise<void>
  /** Presses the button whose name begins with this text. */
  press(name: string): Promise<void>
  /** Waits for this text to be visible. @throws Error when it does not come */
  see(text: string): Promise<void>
  /** The address of the page that is shown. */
  address(): Promise<string>
  reload(): Promise<void>
  /** @param file the path of a PNG */
  screenshot(file: `${string}.png`): Promise<void>
  close(): Promise<void>
}

/** The window of a phone. */
export const WINDOW = { width: 420, height: 860 }

/** The longest time in which a page or a text has to appear, on a busy machine. */
export const TIMEOUT_MS = 30_000
