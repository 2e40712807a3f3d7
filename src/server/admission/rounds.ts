import { cloneJson, deepEqual } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'

/** Memory of one request's mutating run: it is made twice when somebody who came late changed the object. [DA10] */
export interface Rounds {
  readonly isSecond: boolean
  /** Asks for the second round. */
  again(): void
  /** What one plugin remembers of whom it has asked. */
  of(plugin: string): Reinvocations
}

/** Whom a plugin asks again in the second round: those who came before a change and wish to see it. */
export interface Reinvocations {
  /** The object as the plugin finds it: what others have changed since counts as a change. */
  begin(object: ApiObject | null): void
  /** Whether somebody is to be asked now; in the first round everybody is. */
  isDue(id: string): boolean
  /** The object was changed: those who have wished so will be asked again. */
  changed(): void
  /** One who was asked wishes to be asked again if others change the object later. */
  wish(id: string): void
  /** The object as the plugin leaves it. */
  end(object: ApiObject | null): void
}

/** The rounds of one request, with what only the chain may do. */
export interface OwnRounds extends Rounds {
  /** Whether a second round is due; begins it. */
  next(): boolean
}

export function createRounds(): OwnRounds {
  let isSecond = false
  let isWanted = false
  const plugins = new Map<string, Reinvocations>()
  return {
    get isSecond() {
      return isSecond
    },
    again: () => (isWanted = true),
    of(plugin) {
      let own = plugins.get(plugin)
      if (own === undefined) plugins.set(plugin, (own = createReinvocations(() => isSecond)))
      return own
    },
    next() {
      if (isSecond || !isWanted) return false
      isSecond = true
      return true
    },
  }
}

function createReinvocations(isSecond: () => boolean): Reinvocations {
  const asked = new Set<string>()
  const due = new Set<string>()
  let left: ApiObject | null = null
  const changed = (): void => {
    for (const id of asked) due.add(id)
    asked.clear()
  }
  return {
    begin(object) {
      if (isSecond() && !deepEqual(object ?? undefined, left ?? undefined)) changed()
    },
    isDue: (id) => !isSecond() || due.has(id),
    changed,
    wish: (id) => void asked.add(id),
    end: (object) => void (left = object === null ? null : cloneJson(object)),
  }
}
