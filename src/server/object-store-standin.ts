import { own } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { Revision } from '#api/revision.ts'
import type { Log, LogEntry } from './storage/log.ts'
import type { ObjectStore, StoreEvent } from './storage/object-store.ts'
import type { StoredObject } from './storage/stored-object.ts'
import { endOfPrefix } from './storage/keys.ts'
const dec = new TextDecoder()
const enc = new TextEncoder()
function toStored(e: LogEntry, value: Uint8Array): StoredObject {
  const raw = JSON.parse(dec.decode(value)) as ApiObject
  const object = { ...raw, metadata: { ...raw.metadata, resourceVersion: String(e.revision) } } as ApiObject
  const bytes = (t: boolean): Uint8Array<ArrayBuffer> => {
    if (t) return enc.encode(JSON.stringify(object)) as Uint8Array<ArrayBuffer>
    const { kind: _k, apiVersion: _a, ...rest } = object
    return enc.encode(JSON.stringify(rest)) as Uint8Array<ArrayBuffer>
  }
  return {
    key: e.key,
    revision: e.revision,
    created: e.created,
    timeMs: e.timeMs,
    author: e.author,
    object,
    labels: (own(object.metadata, 'labels') as never) ?? {},
    encoded: {
      byteLength: (t) => bytes(t).length,
      copyInto: (target, at, t) => {
        const b = bytes(t)
        target.set(b, at)
        return at + b.length
      },
      toBytes: bytes,
    },
  }
}
export function createObjectStore({ log }: { log: Log; freeze?: boolean | undefined }): ObjectStore {
  return {
    log,
    revision: () => log.revision(),
    compacted: () => log.compacted(),
    async get(key, at) {
      const e = await log.get(key, at)
      return e?.value ? toStored(e, e.value) : null
    },
    async list({ prefix, startKey, at, limit, matches }) {
      const r = await log.range({ start: startKey ?? prefix, end: endOfPrefix(prefix), at })
      const items: StoredObject[] = []
      let nextKey: string | null = null
      let remaining = 0
      for (const [i, e] of r.entries.entries()) {
        if (limit && items.length >= limit) {
          nextKey = `${r.entries[i - 1]?.key}\0`
          remaining = r.entries.length - i
          break
        }
        if (!e.value) continue
        const s = toStored(e, e.value)
        if (!matches || matches(s)) items.push(s)
      }
      return { revision: r.revision, items, nextKey, remaining }
    },
    async write({ key, expected, object, author }) {
      const prev = object === null ? await log.get(key) : null
      const a = await log.append({
        key,
        expected,
        author,
        value: object === null ? null : enc.encode(JSON.stringify(object)),
      })
      if (a.type === 'lost')
        return { type: 'lost', winner: a.winner?.value ? toStored(a.winner, a.winner.value) : null }
      return { type: 'written', stored: toStored(a.entry, a.entry.value ?? prev?.value ?? new Uint8Array()) }
    },
    watch({ prefix, after, matches, onEvents, onEnd }) {
      const states = new Map<string, LogEntry>()
      return log.watch(prefix, after, {
        onEntries: (es) => {
          void (async () => {
            const out: StoreEvent[] = []
            for (const e of es) {
              const p = states.get(e.key) ?? (e.previous ? await log.get(e.key, e.previous as Revision) : null)
              states.set(e.key, e)
              const now = e.value ? toStored(e, e.value) : null
              const was = p?.value ? toStored(e, p.value) : null
              const m = (s: StoredObject | null): boolean => s !== null && (!matches || matches(s))
              const [a, b] = [m(was), m(now)]
              const type = a && b ? 'MODIFIED' : b ? 'ADDED' : a ? 'DELETED' : null
              if (!type) continue
              const stored = (b ? now : was) as StoredObject
              out.push({
                type,
                stored,
                line: () =>
                  enc.encode(`${JSON.stringify({ type, object: stored.object })}\n`) as Uint8Array<ArrayBuffer>,
              })
            }
            if (out.length) onEvents(out)
          })()
        },
        onEnd,
      })
    },
  }
}
