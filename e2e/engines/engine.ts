/** The operations of a browser that the smoke test needs, whichever protocol drives it. */
export interface Engine {
  /** Name and version, as the browser states them. */
  readonly version: string
  openTab(): Promise<Tab>
  /** Ends the browser and everything that was started for it. */
  close(): Promise<void>
}

export interface Tab {
  goto(url: string): Promise<void>
  reload(): Promise<void>
  /** Runs `work` in the page; it and its argument are sent as text. */
  run<Value, Argument = null>(work: (argument: Argument) => Value | Promise<Value>, argument: Argument): Promise<Value>
  /** Clicks an element as soon as it is visible. */
  click(selector: string, maxMs?: number): Promise<void>
  /** Types into the element with the focus. */
  type(text: string): Promise<void>
  press(key: 'Enter' | 'Home'): Promise<void>
  /** Returns the uncaught errors of the page, where the protocol reports them. */
  errors(): readonly string[]
  picture(path: string): Promise<void>
  close(): Promise<void>
}
