import { ApiError } from '#api/api-error.ts'
import type { StoredObject } from '#server/storage/stored-object.ts'
import { deleteObject } from './delete.ts'
import type { DeleteOptions } from './delete-options.ts'
import { type ListOptions, type Listing, listObjects } from '#server/registry/list.ts'
import type { AdmissionHooks, Registry, Scope } from '#server/registry/registry.ts'
import type { Selection } from '#server/registry/selection.ts'

const pageSize = 10_000

/**
 * Deletes the objects of a list, one after the other; stops at the first error. Returns the objects as they were
 * listed. [DE8]
 * @throws ApiError the error of the list or of one of the deletions
 */
export async function deleteCollection(
  registry: Registry,
  scope: Scope,
  request: { readonly list: ListOptions; readonly selection: Selection; readonly options: DeleteOptions },
  hooks: AdmissionHooks,
): Promise<Listing> {
  const { options, selection } = request
  const limited = request.list.limit > 0
  const items: StoredObject[] = []
  let page = limited || request.list.limit < 0 ? request.list : { ...request.list, limit: pageSize }
  for (;;) {
    const listing = await listObjects(registry, scope, page, selection)
    items.push(...listing.items)
    for (const item of listing.items) await deleteListed(registry, scope, { item, options }, hooks)
    if (limited) return listing
    if (listing.next === null) return { ...listing, items, meta: listing.meta }
    page = { ...page, continue: listing.next.token, resourceVersion: '', resourceVersionMatch: '' }
  }
}

async function deleteListed(
  registry: Registry,
  scope: Scope,
  { item, options }: { readonly item: StoredObject; readonly options: DeleteOptions },
  hooks: AdmissionHooks,
): Promise<void> {
  const { name = '', namespace = '' } = item.object.metadata
  try {
    await deleteObject(registry, { ...scope, namespace }, { name, options }, hooks)
  } catch (error) {
    // Another client has deleted the object already, which is the wanted result.
    if (!(error instanceof ApiError) || error.reason !== 'NotFound') throw error
  }
}
