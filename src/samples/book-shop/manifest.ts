import type { JsonObject } from '#api/json.ts'

/** An object as sent by a client. */
export type Manifest = JsonObject & {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: JsonObject & { readonly name: string }
}

/** Labels that all objects of the shop have. */
export const labels = (app: string, tier: string): JsonObject => ({ app, tier, 'app.orch.io/part-of': 'bookshop' })

const plurals: Readonly<Record<string, string>> = {
  Ingress: 'ingresses',
}

/** Returns the path of the collection of `manifest`. */
export function collectionOf({ apiVersion, kind, metadata }: Manifest): string {
  const root = apiVersion === 'v1' ? '/api/v1' : `/apis/${apiVersion}`
  const namespace = typeof metadata['namespace'] === 'string' ? `/namespaces/${metadata['namespace']}` : ''
  return `${root}${namespace}/${plurals[kind] ?? `${kind.toLowerCase()}s`}`
}

/** Returns the path of the object of `manifest`. */
export const pathOf = (manifest: Manifest): string => `${collectionOf(manifest)}/${manifest.metadata.name}`
