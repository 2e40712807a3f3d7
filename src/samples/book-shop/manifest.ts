import type { JsonObject } from '#api/json.ts'

/** An object as a client writes it. */
export type Manifest = JsonObject & {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: JsonObject & { readonly name: string }
}

/** Labels that every object of the shop carries. */
export const labels = (app: string, tier: string): JsonObject => ({ app, tier, 'app.orch.io/part-of': 'bookshop' })

const plurals: Readonly<Record<string, string>> = {
  Ingress: 'ingresses',
}

/** Path of the collection that `manifest` belongs to. */
export function collectionOf({ apiVersion, kind, metadata }: Manifest): string {
  const root = apiVersion === 'v1' ? '/api/v1' : `/apis/${apiVersion}`
  const namespace = typeof metadata['namespace'] === 'string' ? `/namespaces/${metadata['namespace']}` : ''
  return `${root}${namespace}/${plurals[kind] ?? `${kind.toLowerCase()}s`}`
}

/** Path of the object that `manifest` describes. */
export const pathOf = (manifest: Manifest): string => `${collectionOf(manifest)}/${manifest.metadata.name}`
