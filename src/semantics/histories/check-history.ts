/**
 * A finished operation on one key. `begin` and `end` are places in a shared order of events; revisions are those of the
 * store, 0 for an absent key.
 */
export interface Operation {
  readonly key: string
  readonly begin: number
  readonly end: number
  readonly effect:
    /** A write that won. `replaced` is the version that it demanded; `null` if it demanded none. */
    | { readonly type: 'wrote'; readonly revision: number; readonly replaced: number | null; readonly deletes: boolean }
    /** A read, or a write that was refused because of the version that it found. */
    | { readonly type: 'read'; readonly revision: number }
    /** A write that was refused because the key had another version than this. */
    | { readonly type: 'not'; readonly revision: number }
    /** A list: the revisions of all keys at one revision of the store. */
    | { readonly type: 'listed'; readonly revision: number; readonly items: ReadonlyMap<string, number> }
}

interface Write {
  readonly revision: number
  readonly deletes: boolean
}

/**
 * Looks for a sequential order that explains all results and in which an operation that ended before another began
 * comes first. Writes are placed at their revision; every other operation at any moment at which its result was true.
 * Giving each the earliest possible place is sufficient. Returns what cannot be explained; empty for a linearizable
 * history.
 */
export function checkHistory(operations: readonly Operation[]): readonly string[] {
  const writes = writesByKey(operations)
  return [...checkChains(operations), ...checkLists(operations, writes), ...checkOrder(operations, writes)]
}

function writesByKey(operations: readonly Operation[]): ReadonlyMap<string, readonly Write[]> {
  const found = new Map<string, Write[]>()
  for (const { key, effect } of operations) {
    if (effect.type !== 'wrote') continue
    const known = found.get(key)
    if (known === undefined) found.set(key, [effect])
    else known.push(effect)
  }
  for (const list of found.values()) list.sort((a, b) => a.revision - b.revision)
  return found
}

/** Each write replaced the version that it demanded, and no revision was given twice. */
function checkChains(operations: readonly Operation[]): readonly string[] {
  const newest = new Map<string, number>()
  const problems: string[] = []
  const won = operations.flatMap(({ key, effect }) => (effect.type === 'wrote' ? [{ key, ...effect }] : []))
  let before = 0
  for (const { key, revision, replaced, deletes } of won.toSorted((a, b) => a.revision - b.revision)) {
    if (revision === before) problems.push(`revision ${revision} was given twice`)
    const live = newest.get(key) ?? 0
    if (replaced !== null && replaced !== live)
      problems.push(`${key}: the write at ${revision} demanded ${replaced} and replaced ${live}`)
    newest.set(key, deletes ? 0 : revision)
    before = revision
  }
  return problems
}

/** Returns the newest write at or before `revision`; -1 if there is none. */
function indexAt(writes: readonly Write[], revision: number): number {
  let [low, high] = [0, writes.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((writes[middle]?.revision ?? 0) <= revision) low = middle + 1
    else high = middle
  }
  return low - 1
}

function liveAt(writes: readonly Write[], revision: number): number {
  const write = writes[indexAt(writes, revision)]
  return write === undefined || write.deletes ? 0 : write.revision
}

/** A list shows every key as it was at the revision of the list. */
function checkLists(
  operations: readonly Operation[],
  writes: ReadonlyMap<string, readonly Write[]>,
): readonly string[] {
  return operations.flatMap(({ effect }) => {
    if (effect.type !== 'listed') return []
    const wrong = [...writes].find(([key, list]) => liveAt(list, effect.revision) !== (effect.items.get(key) ?? 0))
    return wrong === undefined
      ? []
      : [`a list at ${effect.revision} shows ${wrong[0]} at ${effect.items.get(wrong[0]) ?? 'no revision'}`]
  })
}

type Span = readonly [first: number, last: number]

function checkOrder(
  operations: readonly Operation[],
  writes: ReadonlyMap<string, readonly Write[]>,
): readonly string[] {
  const problems: string[] = []
  const ended = [...operations.keys()].toSorted((a, b) => (operations[a]?.end ?? 0) - (operations[b]?.end ?? 0))
  const places = new Map<number, number>()
  const begun = [...operations.keys()].toSorted((a, b) => (operations[a]?.begin ?? 0) - (operations[b]?.begin ?? 0))
  let [next, floor] = [0, 0]
  for (const at of begun) {
    const operation = operations[at]
    if (operation === undefined) continue
    // Operations that ended before this one began have their places already: they began earlier.
    for (; next < ended.length; next += 1) {
      const done = ended[next] ?? 0
      if ((operations[done]?.end ?? 0) >= operation.begin) break
      floor = Math.max(floor, places.get(done) ?? 0)
    }
    const span = earliestSpan(operation, writes.get(operation.key) ?? [], floor)
    if (span === null)
      problems.push(`${operation.key}: ${JSON.stringify(operation.effect)} cannot come after revision ${floor}`)
    else places.set(at, Math.max(span[0], floor))
  }
  return problems
}

/** Returns the first span in which the operation can be placed, at or after the place `floor`. */
function earliestSpan({ effect }: Operation, writes: readonly Write[], floor: number): Span | null {
  const until = (index: number): number => (writes[index + 1]?.revision ?? Number.POSITIVE_INFINITY) - 1
  const ifLate = (span: Span): Span | null => (span[1] >= floor ? span : null)
  switch (effect.type) {
    case 'wrote':
    case 'listed':
      return ifLate([effect.revision, effect.revision])
    case 'read': {
      if (effect.revision > 0) {
        const index = indexAt(writes, effect.revision)
        return writes[index]?.revision === effect.revision ? ifLate([effect.revision, until(index)]) : null
      }
      return firstSpan(writes, floor, (live) => live === 0, until)
    }
    case 'not':
      return firstSpan(writes, floor, (live) => live !== effect.revision, until)
  }
}

function firstSpan(
  writes: readonly Write[],
  floor: number,
  matches: (live: number) => boolean,
  until: (index: number) => number,
): Span | null {
  for (let index = indexAt(writes, floor); index < writes.length; index += 1) {
    const write = writes[index]
    const live = write === undefined || write.deletes ? 0 : write.revision
    if (matches(live)) return [write?.revision ?? 0, until(index)]
  }
  return null
}
