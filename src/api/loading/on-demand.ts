/** Returns a promise that requests wait for before they are handled; `undefined` if they can be handled at once. */
export type Held = () => Promise<void> | undefined

/** A module that is loaded when it is first needed, and then used without waiting. */
export interface OnDemand<Module> {
  /** Loads the module; `undefined` once it is loaded, so that later requests are handled in the same turn. */
  load(): Promise<void> | undefined
  isLoaded(): boolean
  /** The module. @throws Error before it is loaded */
  loaded(): Module
}

/** Keeps a module out of what a server loads before its first answer. A failed load is tried again. */
export function onDemand<Module>(importModule: () => Promise<Module>): OnDemand<Module> {
  let found: { readonly module: Module } | null = null
  let loading: Promise<void> | undefined
  const load = async (): Promise<void> => {
    try {
      found = { module: await importModule() }
    } finally {
      loading = undefined
    }
  }
  return {
    load: () => (found === null ? (loading ??= load()) : undefined),
    isLoaded: () => found !== null,
    loaded() {
      if (found === null) throw new Error('a module is used before it is loaded')
      return found.module
    },
  }
}

/** The module that a gate waits for. */
type AwaitedPart = Pick<OnDemand<unknown>, 'load' | 'isLoaded'>

/** Lets a part of the server wait for a module that only a later part knows. */
export interface Gate {
  /** Begins to load the module, unless it is loaded. */
  readonly held: Held
  /** Reports whether nothing has to be waited for. Loads nothing. */
  readonly isOpen: () => boolean
  /** Makes `held` load this module, in place of any before. */
  readonly waitFor: (part: AwaitedPart) => void
}

export function createGate(): Gate {
  let part: AwaitedPart | null = null
  return {
    held: () => part?.load(),
    isOpen: () => part === null || part.isLoaded(),
    waitFor: (next) => void (part = next),
  }
}
