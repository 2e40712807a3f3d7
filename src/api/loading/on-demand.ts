/** Something that others wait for; `undefined` if there is nothing to wait for. */
export type Held = () => Promise<void> | undefined

/** A module that is loaded when it is first needed, and then used without waiting. */
export interface OnDemand<Module> {
  /** Loads the module; `undefined` once it is there, so that nobody waits for nothing. */
  load(): Promise<void> | undefined
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
    loaded() {
      if (found === null) throw new Error('a module is used before it is loaded')
      return found.module
    },
  }
}

/** Something that begins to wait once it is told what for. */
export interface Gate {
  readonly held: Held
  /** From now on `held` loads this first. */
  readonly waitFor: (part: { readonly load: Held }) => void
}

export function createGate(): Gate {
  let load: Held = () => undefined
  return { held: () => load(), waitFor: (part) => void (load = part.load) }
}
