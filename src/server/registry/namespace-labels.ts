import { objectKey } from '#server/storage/keys.ts'
import type { Registry, Scope } from './registry.ts'

/** Reads the labels of the namespace that the request names; none when it is gone. */
export const namespaceLabels =
  ({ objects }: Registry, { namespace }: Scope) =>
  async (): Promise<Readonly<Record<string, string>>> => {
    const key = objectKey({ group: '', resource: 'namespaces', namespace: '', name: namespace })
    return (await objects.get(key))?.object.metadata.labels ?? {}
  }
