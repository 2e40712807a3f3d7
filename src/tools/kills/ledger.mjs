// The clients' knowledge of a server's objects: acknowledged writes, observed states, and the write without a response.

const KEYS = ['lost', 'undone', 'revived', 'torn', 'doubled', 'repeated', 'missed', 'unasked']

/** Zero for each kind of violation. */
const noViolations = () => Object.fromEntries(KEYS.map((key) => [key, 0]))

/**
 * Compares a server after its restart with what its clients knew before. An object is `{revision, text}`, an absent one is
 * `null`.
 */
export class Ledger {
  violations = noViolations()
  examples = []
  acknowledged = 0
  unanswered = 0
  events = 0
  expired = 0
  newest = 0
  /** The last acknowledged or verified state of each name. */
  #known = new Map()
  /** The write of a name that was not answered: its text, `null` for a deletion. */
  #pending = new Map()
  /** Revisions of writes with their names: none may be given twice. */
  #given = new Map()
  /** The events since the last verification. */
  #seen = []
  /** The revision of the last event. */
  #last = 0

  #violate(kind, text) {
    this.violations[kind] += 1
    if (this.examples.length < 20) this.examples.push(`${kind}: ${text}`)
  }

  stateOf(name) {
    return this.#known.get(name) ?? null
  }

  begin(name, text) {
    this.#pending.set(name, text)
  }

  /** The write was refused, or never sent. */
  cancel(name) {
    this.#pending.delete(name)
  }

  /** A write was acknowledged. A deletion is acknowledged without its revision. */
  acknowledge(name, revision, text) {
    this.#pending.delete(name)
    this.acknowledged += 1
    this.#known.set(name, text === null ? null : { revision, text })
    if (text !== null) this.#give(revision, `${name} ${idOf(text)}`)
  }

  #give(revision, what) {
    const other = this.#given.get(revision)
    if (other !== undefined && other !== what) this.#violate('repeated', `${revision} was ${other} and is ${what}`)
    this.#given.set(revision, what)
    this.newest = Math.max(this.newest, revision)
  }

  /** An event of the watch that continues over all restarts. */
  see({ type, name, revision, text }) {
    if (revision <= this.#last) this.#violate('doubled', `event ${revision} after ${this.#last}`)
    this.#last = revision
    this.events += 1
    this.#seen.push({ type, name, revision, text })
    this.#give(revision, type === 'DELETED' ? `${name} deleted` : `${name} ${idOf(text)}`)
  }

  /** The revision of the last event, from which the watch continues after a restart. */
  lastSeen() {
    return this.#last === 0 ? null : this.#last
  }

  /** Compares all objects of the restarted server, and adopts them. `revision` is that of the list. */
  verify(items, revision) {
    if (revision < this.newest) this.#violate('repeated', `the server is at ${revision}, it was at ${this.newest}`)
    const names = new Set([...this.#known.keys(), ...this.#pending.keys(), ...items.keys()])
    for (const name of names) this.#verifyOne(name, items.get(name) ?? null)
    this.unanswered += this.#pending.size
    this.#pending.clear()
    this.newest = Math.max(this.newest, revision)
  }

  #verifyOne(name, found) {
    const known = this.stateOf(name)
    const isPending = this.#pending.has(name)
    const pending = this.#pending.get(name)
    this.#known.set(name, found)
    if (found === null) {
      if (known !== null && !(isPending && pending === null)) this.#violate('lost', `${name} at ${known.revision}`)
      return
    }
    if (!isWhole(found.text)) this.#violate('torn', `${name} at ${found.revision}`)
    if (known !== null && found.revision === known.revision && found.text === known.text) return
    if (isPending && pending === found.text && found.revision > (known?.revision ?? 0)) return
    if (known === null) this.#violate(isPending ? 'unasked' : 'revived', `${name} at ${found.revision}`)
    else this.#violate(found.revision < known.revision ? 'undone' : 'unasked', `${name} at ${found.revision}`)
  }

  /**
   * Compares the events after the revision `from` with the states, once the watch has delivered everything: the last event of
   * each name must be its state, and each newer state must have had an event.
   */
  verifyEvents(from) {
    const last = new Map(this.#seen.map((event) => [event.name, event]))
    for (const [name, event] of last) {
      const state = this.stateOf(name)
      const isEqual = event.type === 'DELETED' ? state === null : state?.revision === event.revision
      if (!isEqual) this.#violate('missed', `${name}: ${event.type} ${event.revision}, but it is at ${state?.revision}`)
    }
    for (const [name, state] of this.#known)
      if (state !== null && state.revision > from && last.get(name)?.revision !== state.revision)
        this.#violate('missed', `${name} at ${state.revision} had no event`)
  }

  /** The history does not reach back to the last event: what was between cannot be verified. */
  expire() {
    this.expired += 1
    this.#seen = []
  }

  /** Continues at `revision`: earlier events were verified. */
  forgetEvents(revision) {
    this.#seen = []
    this.#last = revision
    if (this.#given.size > 200_000) this.#given.clear()
  }
}

const idOf = (text) => text.slice(0, text.indexOf(':'))

/** A text names its own length, so that a torn one is recognized. */
export const wholeText = (id, length) => `${id}:${length}:${'x'.repeat(length)}`

function isWhole(text) {
  const [, length = '', rest = ''] = /^[^:]+:(\d+):(x*)$/.exec(text) ?? []
  return length !== '' && rest.length === Number(length)
}
