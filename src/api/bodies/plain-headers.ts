/** Characters that `Headers` refuses in a value. */
const unsendable = /[^\t\x20-\x7e\x80-\xff]/

/**
 * Behaves like the platform's Headers at a tenth of the cost. Names must be valid, and values must not begin or end
 * with blanks: both come from this server or from a host that has parsed them.
 */
export class PlainHeaders implements Headers {
  /** Values by name in lower case. Repeated values are joined, except those of Set-Cookie. */
  readonly #values = new Map<string, string>()
  readonly #cookies: string[] = []

  constructor(init: HeadersInit | Iterable<readonly [name: string, value: string]> = []) {
    const pairs = Symbol.iterator in init ? (init as Iterable<readonly string[]>) : Object.entries(init)
    for (const [name = '', value = ''] of pairs) this.append(name, value)
  }

  append(name: string, value: string): void {
    const key = name.toLowerCase()
    if (key === 'set-cookie') this.#cookies.push(value)
    const before = this.#values.get(key)
    this.#values.set(key, before === undefined ? sendable(value) : `${before}, ${sendable(value)}`)
  }

  delete(name: string): void {
    const key = name.toLowerCase()
    this.#values.delete(key)
    if (key === 'set-cookie') this.#cookies.length = 0
  }

  get(name: string): string | null {
    return this.#values.get(name.toLowerCase()) ?? null
  }

  getSetCookie(): string[] {
    return [...this.#cookies]
  }

  has(name: string): boolean {
    return this.#values.has(name.toLowerCase())
  }

  set(name: string, value: string): void {
    const key = name.toLowerCase()
    if (key === 'set-cookie') this.#cookies.splice(0, Infinity, value)
    this.#values.set(key, sendable(value))
  }

  forEach(run: (value: string, name: string, parent: Headers) => void, thisArg?: unknown): void {
    for (const [name, value] of this) run.call(thisArg, value, name, this)
  }

  /** Calls `run` for each name once, in order, with all its values joined. */
  forEachName(run: (name: string, value: string) => void): void {
    // Names are few, and the platform's sort costs more than their comparisons.
    const names: string[] = []
    for (const name of this.#values.keys()) {
      let at = names.length
      for (; at > 0 && (names[at - 1] ?? '') > name; at -= 1) names[at] = names[at - 1] ?? ''
      names[at] = name
    }
    for (const name of names) run(name, this.#values.get(name) ?? '')
  }

  /** Sorted by name, as the platform does. */
  entries(): ReturnType<Headers['entries']> {
    const sorted = [...this.#values].sort(([a], [b]) => (a < b ? -1 : 1))
    const lines = this.#cookies.length === 0 ? sorted : sorted.flatMap((line) => this.#splitCookies(line))
    return lines.values()
  }

  keys(): ReturnType<Headers['keys']> {
    return [...this].map(([name]) => name).values()
  }

  values(): ReturnType<Headers['values']> {
    return [...this].map(([, value]) => value).values()
  }

  [Symbol.iterator](): ReturnType<Headers['entries']> {
    return this.entries()
  }

  #splitCookies(line: [string, string]): [string, string][] {
    const [name] = line
    return name === 'set-cookie' ? this.#cookies.map((cookie) => [name, cookie]) : [line]
  }
}

function sendable(value: string): string {
  if (unsendable.test(value)) throw new TypeError(`${JSON.stringify(value)} is not a value of a header`)
  return value
}
