import { objectKey } from '#server/storage/keys.ts'
import type { Registry, Scope } from '#server/registry/registry.ts'

/** Reads the labels of the namespace of the request; empty when the namespace does not exist. */
export const namespaceLabels =
  ({ objects }: Registry, { namespace }: Scope) =>
  async (): Promise<Readonly<Record<string, string>>> => {
    const key = objectKey({ group: '', resource: 'namespaces', namespace: '', name: namespace })
    return (await objects.get(key))?.object.metadata.labels ?? {}
  }
