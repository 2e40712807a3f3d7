import type { ApiObject } from '#api/object-meta.ts'
import type { Attributes, Operation } from './attributes.ts'
import type { Rounds } from './rounds.ts'

/** What plugins may read of the cluster. */
export interface AdmissionReader {
  get(
    what: { readonly group: string; readonly resource: string },
    namespace: string,
    name: string,
  ): Promise<ApiObject | null>
  list(what: { readonly group: string; readonly resource: string }, namespace: string): Promise<readonly ApiObject[]>
}

/** What validating plugins may do besides: keep count in an object of their own. */
export interface AdmissionCluster extends AdmissionReader {
  /** Reads an object, changes its status and writes it, again on a lost race; not validated. @throws ApiError NotFound, or what `change` throws */
  change(
    what: { readonly group: string; readonly resource: string },
    namespace: string,
    name: string,
    change: (live: ApiObject) => ApiObject,
  ): Promise<void>
}

/** One rule of admission. Its place in the chain is its place in the list. */
export interface AdmissionPlugin {
  readonly name: string
  readonly operations: ReadonlySet<Operation>
  /** Runs first; may change `attributes.object`. @throws ApiError */
  mutate?(attributes: Attributes, reader: AdmissionReader, rounds: Rounds): Promise<void>
  /** Runs on what all plugins and the strategy have made. @throws ApiError */
  validate?(attributes: Attributes, cluster: AdmissionCluster): Promise<void>
}
