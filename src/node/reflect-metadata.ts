// What @peculiar/x509 asks of `Reflect` before it is loaded: notes on classes, kept beside them.

const notes = new WeakMap<object, Map<unknown, unknown>>()

const own = (target: object): Map<unknown, unknown> => {
  const found = notes.get(target) ?? new Map<unknown, unknown>()
  notes.set(target, found)
  return found
}

function find(key: unknown, target: object): unknown {
  for (let at: object | null = target; at !== null; at = Object.getPrototypeOf(at) as object | null) {
    const found = notes.get(at)
    if (found?.has(key) === true) return found.get(key)
  }
  return undefined
}

const define = (key: unknown, value: unknown, target: object): void => void own(target).set(key, value)

/** Leaves another's polyfill alone. */
if (!('getMetadata' in Reflect)) {
  Object.assign(Reflect, {
    defineMetadata: define,
    getMetadata: find,
    getOwnMetadata: (key: unknown, target: object) => notes.get(target)?.get(key),
    hasOwnMetadata: (key: unknown, target: object) => notes.get(target)?.has(key) === true,
    metadata: (key: unknown, value: unknown) => (target: object) => define(key, value, target),
  })
}

export {}
