import type { OwnerReference } from '#api/object-meta.ts'
import type { MetadataEvent, ObjectFacts } from '#facts/metadata-feed.ts'
import type { Revision } from '#api/revision.ts'
import type { ResourceTable } from '#server/registry/resource-table.ts'
import { parseObjectKey } from '#server/storage/keys.ts'
import { nextTask } from '#server/storage/next-task.ts'
import type { ObjectStore } from '#server/storage/object-store.ts'
import type { StoredObject } from '#server/storage/stored-object.ts'

/** The members of metadata that the feed is about. */
const readFields = ['uid', 'ownerReferences', 'finalizers', 'deletionTimestamp']
/** The number of objects read in one slice, so that other requests are served while a large store is read. */
const sliceCount = 1000

/**
 * Streams the owners and deletion state of objects of all types, built-in and custom, instead of one watch per type:
 * objects that have owners or are being deleted, and every deletion. Of each object only these members of its metadata are
 * parsed, and a change of anything else is not sent. [GC1]
 */
export function metadataFeed(objects: ObjectStore, resources: () => ResourceTable, onlyDeletions = false): Response {
  let end = (): void => undefined
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      let isOpen = true
      const send = (event: MetadataEvent): void => {
        if (isOpen) controller.enqueue(encoder.encode(`${JSON.stringify(event)}\n`))
      }
      const close = (): void => {
        if (isOpen) controller.close()
        isOpen = false
      }
      let stopWatch = (): void => undefined
      end = () => {
        isOpen = false
        stopWatch()
      }
      const follow = async (): Promise<void> => {
        const reported: Reported = new Map()
        const sendChange = (stored: StoredObject): void => {
          const change = changeOf(stored, reported, resources())
          if (change !== null) send(change)
        }
        const revision = onlyDeletions
          ? objects.revision()
          : await sendSnapshot({ objects, resources, reported, send, isOpen: () => isOpen })
        if (!isOpen) return
        stopWatch = objects.watch({
          prefix: '',
          after: revision,
          onEvents(events) {
            for (const { type, stored } of events) {
              if (type === 'DELETED') send(goneOf(stored, reported))
              else if (!onlyDeletions) sendChange(stored)
            }
          },
          onEnd: close,
        })
        send({ type: 'synced' })
      }
      // The reader reconnects after the log was closed or compacted.
      follow().catch(close)
    },
    cancel: () => end(),
  })
  return new Response(body, { headers: { 'content-type': 'application/json' } })
}

interface SnapshotFeed {
  readonly objects: ObjectStore
  readonly resources: () => ResourceTable
  readonly reported: Reported
  readonly send: (event: MetadataEvent) => void
  readonly isOpen: () => boolean
}

/** Streams a snapshot in slices. Returns its revision. @throws StorageError if it was compacted meanwhile */
async function sendSnapshot({ objects, resources, reported, send, isOpen }: SnapshotFeed): Promise<Revision | 0> {
  const revision = objects.revision()
  if (revision === 0) return 0
  let startKey: string | undefined
  do {
    // Sequential: pages of one snapshot.
    const page = await objects.list({ prefix: '', at: revision, limit: sliceCount, startKey })
    for (const stored of page.items) {
      const change = changeOf(stored, reported, resources())
      if (change !== null) send(change)
    }
    startKey = page.nextKey ?? undefined
    await nextTask()
  } while (startKey !== undefined && isOpen())
  return revision
}

function goneOf(stored: StoredObject, reported: Reported): MetadataEvent {
  reported.delete(stored.key)
  const { group = '', resource = '', namespace = '' } = parseObjectKey(stored.key) ?? {}
  return { type: 'deleted', uid: uidIn(stored.metadataTexts(readFields)), group, resource, namespace }
}

/** The texts of {@link readFields} that the reader was sent last, by key. */
type Reported = Map<string, string>
type Texts = ReadonlyMap<string, string>

const uidIn = (texts: Texts): string => JSON.parse(texts.get('uid') ?? '""') as string

/** Returns `null` if the reader knows this already. It must also be told when an object loses its owners. */
function changeOf(stored: StoredObject, reported: Reported, resources: ResourceTable): MetadataEvent | null {
  const texts = stored.metadataTexts(readFields)
  const isRelevant = texts.has('ownerReferences') || texts.has('deletionTimestamp')
  const last = reported.get(stored.key)
  if (!isRelevant && last === undefined) return null
  const known = readFields.map((name) => texts.get(name) ?? '').join(' ')
  if (isRelevant && last === known) return null
  const object = factsOf(stored, texts, resources)
  if (object === null) return null
  if (isRelevant) reported.set(stored.key, known)
  else reported.delete(stored.key)
  return { type: 'changed', object }
}

/** Returns `null` for objects that no type serves now, and for events, which are never owned. */
function factsOf(stored: StoredObject, texts: Texts, resources: ResourceTable): ObjectFacts | null {
  const key = parseObjectKey(stored.key)
  const definition = key === null ? undefined : resources.findStored(key.group, key.resource)
  if (key === null || definition === undefined || (key.group === '' && key.resource === 'events')) return null
  const { group, version, kind, resource } = definition
  const apiVersion = group === '' ? version : `${group}/${version}`
  const place = key.namespace === '' ? '' : `/namespaces/${encodeURIComponent(key.namespace)}`
  return {
    path: `${group === '' ? '/api' : '/apis'}/${apiVersion}${place}/${resource}/${encodeURIComponent(key.name)}`,
    apiVersion,
    kind,
    name: key.name,
    namespace: key.namespace,
    uid: uidIn(texts),
    owners: JSON.parse(texts.get('ownerReferences') ?? '[]') as OwnerReference[],
    finalizers: JSON.parse(texts.get('finalizers') ?? '[]') as string[],
    isDeleting: texts.has('deletionTimestamp'),
  }
}
