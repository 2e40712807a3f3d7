import { parseExactJson, printExactJson } from '#api/exact-json.ts'
import type { Json, JsonObject } from '#api/json.ts'
import type { MomentEntry, MomentStep, SharedMoment } from '#facts/moment.ts'
import { packRequests } from './request-log.ts'
import { deltaOf } from './value-delta.ts'

/** Name of the list of entries. It is the last member, so that a text that was cut off keeps the others. */
export const entriesMember = 'e'

/**
 * Returns the text that a link or a file holds: the moment with each version as the difference from the one before it,
 * keys and authors by number. [SH3]
 */
export function packMoment(shared: SharedMoment): string {
  const { moment, mode, view, files, drafts, world, steps, watches, requests = [], lesson, actors } = shared
  const keys = numbered<string>()
  const authors = numbered<string>()
  const entries = packEntries(moment.entries, keys.of, authors.of)
  const head: Record<string, Json> = {
    t: moment.title,
    y: moment.vocabulary === 'kubernetes' ? 1 : 0,
    r: moment.revision,
    c: moment.compacted,
    n: moment.nowMs,
    f: moment.isFrozen ? 1 : 0,
    s: moment.seed === 'own' ? 1 : 0,
    w: [...moment.without],
    m: mode,
    u: view as Json,
    d: { ...files },
    o: { ...drafts },
    x: world as Json,
    p: steps.map(packStep),
    ...(watches.length === 0 ? {} : { l: watches.map((watch) => ({ ...watch })) }),
    ...(requests.length === 0 ? {} : { q: packRequests(requests) }),
    ...(lesson === undefined ? {} : { h: { ...lesson, kept: { ...lesson.kept } } }),
    ...(actors === undefined ? {} : { g: { t: { ...actors.texts }, o: [...actors.own] } }),
    k: [...keys.all()],
    a: [...authors.all()].map((text) => parseExactJson(text)),
  }
  return `${printExactJson(head).slice(0, -1)},"${entriesMember}":[${entries.join(',')}]}`
}

function packStep({ send, ...step }: MomentStep): JsonObject {
  return send === undefined ? { ...step } : { ...step, send: { ...send, groups: [...send.groups] } }
}

function numbered<Value>(): { readonly of: (value: Value) => number; readonly all: () => Iterable<Value> } {
  const numbers = new Map<Value, number>()
  return {
    of: (value) => {
      const known = numbers.get(value) ?? numbers.size
      numbers.set(value, known)
      return known
    },
    all: () => numbers.keys(),
  }
}

function packEntries(
  entries: readonly MomentEntry[],
  keyOf: (key: string) => number,
  authorOf: (author: string) => number,
): readonly string[] {
  const newest = new Map<string, string>()
  let [revision, timeMs] = [0, 0]
  return entries.map((entry) => {
    const { actor, verb, manager } = entry.author
    const change = changeText(newest.get(entry.key), entry.value)
    const numbers = [
      entry.revision - revision,
      keyOf(entry.key),
      authorOf(JSON.stringify([actor, verb, manager])),
      entry.timeMs - timeMs,
    ]
    if (entry.value === null) newest.delete(entry.key)
    else newest.set(entry.key, entry.value)
    revision = entry.revision
    timeMs = entry.timeMs
    return `[${numbers.join(',')},${change}]`
  })
}

/** The JSON text of a change: `null` for a deletion, the difference, the whole value, or its text as a string. */
function changeText(before: string | undefined, after: string | null): string {
  if (after === null) return 'null'
  const value = parseExactJson(after)
  // Its JSON would be printed differently from the stored text, so the text itself is kept.
  const whole = printExactJson(value) === after ? `[${after}]` : JSON.stringify(after)
  if (before === undefined || whole.startsWith('"')) return whole
  const delta = printExactJson(deltaOf(parseExactJson(before), value))
  return delta.length < whole.length ? delta : whole
}
