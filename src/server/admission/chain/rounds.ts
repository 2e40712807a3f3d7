import { cloneJson, deepEqual } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'

/** State of a request's mutating phase, which runs a second time if a later plugin changed the object. [DA10] */
export interface Rounds {
  readonly isSecond: boolean
  /** Requests the second round. */
  again(): void
  /** The reinvocation state of one plugin. */
  of(plugin: string): Reinvocations
}

/**
 * The webhooks or policies that a plugin invokes again in the second round: those with reinvocation policy `IfNeeded`
 * that ran before a change.
 */
export interface Reinvocations {
  /** Called with the object when the plugin starts. A difference from `end` counts as a change by others. */
  begin(object: ApiObject | null): void
  /** Reports whether a webhook or policy must be invoked. In the first round, all are. */
  isDue(id: string): boolean
  /** Called after the object was changed: those registered for reinvocation become due. */
  changed(): void
  /** Registers for reinvocation if the object is changed later. */
  requestReinvocation(id: string): void
  /** Called with the object when the plugin has finished. */
  end(object: ApiObject | null): void
}

/** The rounds of one request, with the operations that only the chain uses. */
export interface ChainRounds extends Rounds {
  /** Begins the second round if it was requested. Reports whether it did. */
  next(): boolean
}

/** A class, because V8 makes an object with a getter anew for each request, which takes long. */
class RequestRounds implements ChainRounds {
  #isSecond = false
  #isWanted = false
  #plugins: Map<string, Reinvocations> | null = null

  get isSecond(): boolean {
    return this.#isSecond
  }

  again(): void {
    this.#isWanted = true
  }

  of(plugin: string): Reinvocations {
    this.#plugins ??= new Map()
    let own = this.#plugins.get(plugin)
    if (own === undefined) this.#plugins.set(plugin, (own = createReinvocations(() => this.#isSecond)))
    return own
  }

  next(): boolean {
    if (this.#isSecond || !this.#isWanted) return false
    this.#isSecond = true
    return true
  }
}

export const createRounds = (): ChainRounds => new RequestRounds()

function createReinvocations(isSecond: () => boolean): Reinvocations {
  const invoked = new Set<string>()
  const due = new Set<string>()
  let left: ApiObject | null = null
  const changed = (): void => {
    for (const id of invoked) due.add(id)
    invoked.clear()
  }
  return {
    begin(object) {
      if (isSecond() && !deepEqual(object ?? undefined, left ?? undefined)) changed()
    },
    isDue: (id) => !isSecond() || due.has(id),
    changed,
    requestReinvocation: (id) => void invoked.add(id),
    end: (object) => void (left = object === null ? null : cloneJson(object)),
  }
}
