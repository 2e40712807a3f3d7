import type { Soon } from '#api/waiting/soon.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { Attributes, Operation } from './attributes.ts'
import type { Rounds } from './rounds.ts'

/** Read access of admission plugins to the cluster. */
export interface AdmissionReader {
  get(
    what: { readonly group: string; readonly resource: string },
    namespace: string,
    name: string,
  ): Soon<ApiObject | null>
  list(what: { readonly group: string; readonly resource: string }, namespace: string): Soon<readonly ApiObject[]>
}

/** The access of validating plugins: reading, and updating usage in a status. */
export interface AdmissionCluster extends AdmissionReader {
  /**
   * Reads an object, changes its status and writes it, with retries on conflict. The write is not validated. @throws
   * ApiError NotFound, or what `change` throws
   */
  change(
    what: { readonly group: string; readonly resource: string },
    namespace: string,
    name: string,
    change: (live: ApiObject) => ApiObject,
  ): Promise<void>
}

/** An admission plugin. Its position in the chain is its position in the list. */
export interface AdmissionPlugin {
  readonly name: string
  readonly operations: ReadonlySet<Operation>
  /** Reports whether the plugin looks at writes of a type at all; asked once for each type. Default: at all types. */
  concerns?(type: { readonly group: string; readonly resource: string }): boolean
  /** Runs first. May mutate `attributes.object`. @throws ApiError */
  mutate?(attributes: Attributes, reader: AdmissionReader, rounds: Rounds): Soon<void>
  /** Runs on the result of all mutating plugins and the strategy. Must not mutate the object. @throws ApiError */
  validate?(attributes: Attributes, cluster: AdmissionCluster): Soon<void>
}
