import type { ApiObject } from '#api/object-meta.ts'
import type { Lab } from '#ui/lab/lab.ts'
import { collectionPath, objectPath, type WatchableResource } from '#ui/model/discovery.ts'
import { whenDiscovered } from '#ui/model/objects.ts'
import type { Subject } from '#ui/trials/subject.ts'
import type { CustomObject } from './run-quad.ts'

const isCustom = ({ group }: WatchableResource): boolean =>
  group.includes('.') && !/(?:^|\.)(?:orch|k8s)\.io$/.test(group)

/**
 * Returns an object of a custom kind. A kind that the page has not listed yet, because it has just started, is asked for
 * one object. [PQ1]
 */
export async function customObject(
  lab: Pick<Lab, 'objects' | 'read'>,
  { ref }: Pick<Subject, 'ref'>,
): Promise<CustomObject | null> {
  await whenDiscovered(lab.objects)
  for (const { resource, items, state } of lab.objects.getState().collections.values()) {
    if (!isCustom(resource) || resource.id === ref.resourceId) continue
    const [known] = items.values()
    const object = known ?? (state === 'loading' ? await firstObject(lab, resource) : undefined)
    if (object === undefined) continue
    const { name = '', namespace = '' } = object.metadata
    const apiVersion = `${resource.group}/${resource.version}`
    return { path: objectPath(resource, namespace, name), apiVersion, kind: resource.kind, name }
  }
  return null
}

async function firstObject(lab: Pick<Lab, 'read'>, resource: WatchableResource): Promise<ApiObject | undefined> {
  const response = await lab.read(`${collectionPath(resource, '')}?limit=1`)
  if (!response.ok) return undefined
  const { items } = (await response.json()) as { readonly items: readonly ApiObject[] }
  return items[0]
}
