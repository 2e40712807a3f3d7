import { badRequest } from '#api/api-error.ts'
import { isObject, textOf } from '#api/json.ts'
import { type Revision, toRevision } from '#api/revision.ts'
import type { ClusterWords } from '#facts/clusters-api.ts'
import type { DebugMoment, Moment, MomentEntry } from '#facts/moment.ts'
import type { DiskContents } from '#server/storage/disk.ts'
import { parseObjectKey } from '#server/storage/keys.ts'
import type { Log, LogEntry } from '#server/storage/log.ts'
import { checkedJson } from '#share/read-fields.ts'
import { forkContents } from './fork-contents.ts'
import { ownObjects, placeBefore } from './own-objects.ts'
import { startRedaction } from './redact.ts'

/** Selects the part of a cluster that is read as a moment. `at` defaults to the newest revision. */
export interface MomentQuery {
  readonly at?: number
  readonly isStateOnly: boolean
  readonly keepsSecrets: boolean
}

export interface MomentOptions {
  readonly title: string
  readonly vocabulary: ClusterWords
  readonly at: Revision
  /** Only the state at that revision, without the history before it. */
  readonly isStateOnly: boolean
  readonly keepsSecrets: boolean
}

/** Returns the content of a log up to a revision, without credentials. @throws StorageError compacted, future [SH5] */
export async function readMoment(
  log: Log,
  own: readonly LogEntry[] | null,
  { title, vocabulary, at, isStateOnly, keepsSecrets }: MomentOptions,
): Promise<DebugMoment> {
  const contents = isStateOnly ? await stateContents(log, at) : await forkContents(log, at)
  const { log: entries, compacted } = contents
  const isOwn = own === null ? () => false : ownObjects(own)
  const isBase = ({ revision }: LogEntry): boolean => revision <= compacted + 1
  const base = new Set(entries.filter(isBase).map(({ key }) => key))
  const { redact, leftOut } = startRedaction()
  const toText = ({ value }: LogEntry): string | null => {
    if (value === null) return null
    const text = new TextDecoder().decode(value)
    return keepsSecrets ? text : redact(text)
  }
  // A later write in the moment contains the uid of the object, so its earlier version must come from the same cluster.
  const written = new Set(entries.filter((entry) => !isBase(entry)).map(({ key }) => key))
  const kept = entries.filter((entry) => !(isBase(entry) && isOwn(entry) && !written.has(entry.key)))
  const moment: Moment = {
    title,
    vocabulary,
    revision: at,
    compacted,
    nowMs: entries.findLast(({ revision }) => revision <= at)?.timeMs ?? 0,
    isFrozen: false,
    seed: own === null ? 'none' : 'own',
    without: (own ?? []).map(({ key }) => key).filter((key) => !base.has(key)),
    entries: kept.map((entry) => ({
      revision: entry.revision,
      key: entry.key,
      value: toText(entry),
      timeMs: entry.timeMs,
      author: entry.author,
    })),
  }
  return { moment, leftOut: leftOut() }
}

/** The state at a revision as a log whose history begins there. */
async function stateContents(log: Log, at: Revision): Promise<DiskContents> {
  const { entries } = await log.range({ start: '', end: '\uffff', at })
  return {
    snapshot: [],
    snapshotRevision: 0,
    log: entries.toSorted((a, b) => a.revision - b.revision),
    compacted: (at - 1) as Revision | 0,
    reserved: at,
  }
}

/** Returns the content of a log that holds a moment. @throws ApiError BadRequest [SH8] */
export function momentContents(moment: Moment, own: readonly LogEntry[]): DiskContents {
  const { entries, without, compacted, seed } = moment
  checkEntries(entries)
  const missing = new Set([
    ...without,
    ...entries.filter(({ revision }) => revision <= compacted + 1).map(({ key }) => key),
  ])
  const seeded = seed === 'own' ? own.filter(({ key, value }) => value !== null && !missing.has(key)) : []
  const placed = placeBefore(seeded, new Set(entries.map(({ revision }) => revision)), compacted)
  const encoder = new TextEncoder()
  const all = [
    ...placed,
    ...entries.map((entry) => ({ ...entry, value: entry.value === null ? null : encoder.encode(entry.value) })),
  ].toSorted((a, b) => a.revision - b.revision)
  return {
    snapshot: [],
    snapshotRevision: 0,
    log: chained(all, compacted),
    compacted: compacted === 0 ? 0 : toRevision(compacted),
    reserved: moment.revision,
  }
}

type Unchained = Pick<LogEntry, 'key' | 'value' | 'timeMs' | 'author'> & { readonly revision: number }

/** Adds to each entry the revision that it replaced and the one that created its key. */
function chained(entries: readonly Unchained[], compacted: number): readonly LogEntry[] {
  const newest = new Map<string, LogEntry>()
  return entries.map((entry) => {
    const revision = toRevision(entry.revision)
    const before = newest.get(entry.key) ?? gone(entry, compacted)
    const chainedEntry: LogEntry = {
      ...entry,
      revision,
      created: before?.created ?? revision,
      previous: before?.revision ?? 0,
    }
    if (entry.value === null) newest.delete(entry.key)
    else newest.set(entry.key, chainedEntry)
    return chainedEntry
  })
}

/**
 * Stands for the version that the oldest readable write replaced: a moment does not hold it, and the write would look
 * like a creation without it. Older writes of a moment have no row. [SH8]
 */
function gone(
  { revision, author, value, timeMs }: Unchained,
  compacted: number,
): Pick<LogEntry, 'created' | 'revision'> | null {
  if (compacted === 0 || revision !== compacted + 1 || value === null || author.verb === 'create') return null
  const metadata = checkedJson(new TextDecoder().decode(value))?.['metadata']
  const madeMs = isObject(metadata) ? Date.parse(textOf(metadata['creationTimestamp'])) : Number.NaN
  // An apply may create: then the object is as old as the write. Times of objects have no fractions of seconds.
  const isCreation = author.verb === 'apply' && madeMs > timeMs - 1000
  return isCreation ? null : { created: toRevision(compacted), revision: toRevision(compacted) }
}

/** A server reads what is stored without checking it again, so what a stranger made is checked here. */
function checkEntries(entries: readonly MomentEntry[]): void {
  for (const { key, value, revision } of entries) {
    const parsed = parseObjectKey(key)
    if (parsed === null) throw badRequest(`revision ${revision}: ${JSON.stringify(key)} is no key of an object`)
    if (value === null) continue
    const object = checkedJson(value)
    const metadata = object?.['metadata']
    if (object === null || !isObject(metadata) || textOf(object['kind']) === '' || textOf(object['apiVersion']) === '')
      throw badRequest(`revision ${revision}: the value of ${key} is no object`)
    if (textOf(metadata['name']) !== parsed.name || textOf(metadata['namespace']) !== parsed.namespace)
      throw badRequest(`revision ${revision}: the object at ${key} has another name`)
  }
}
