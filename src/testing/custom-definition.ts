interface CustomKind {
  /** `Book`. */
  readonly kind: string
  /** Plural and group: `books.catalog.example`. */
  readonly name: string
  /** The schema of its only version, `v1`. */
  readonly schema: object
  readonly scope?: 'Cluster' | 'Namespaced'
  /** Further fields of the version. */
  readonly version?: object
}

/** Returns a CustomResourceDefinition with one version, in a namespace unless `scope` says otherwise. */
export function customDefinition({ kind, name, schema, scope = 'Namespaced', version = {} }: CustomKind) {
  const [plural = '', ...group] = name.split('.')
  return {
    apiVersion: 'apiextensions.orch.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name },
    spec: {
      group: group.join('.'),
      scope,
      names: { plural, kind },
      versions: [{ name: 'v1', served: true, storage: true, ...version, schema: { openAPIV3Schema: schema } }],
    },
  }
}

/** A schema that keeps every field. */
export const openSchema = { type: 'object', 'x-orch-preserve-unknown-fields': true }
