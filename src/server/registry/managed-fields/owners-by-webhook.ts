import type { Soon } from '#api/waiting/soon.ts'
import type { Conversion } from '#server/registry/resource-definition.ts'
import { ApiError } from '#api/api-error.ts'
import { printExactJson } from '#api/exact-json.ts'
import { type Pieces, type Rest, doneAtOnce, doneInPieces } from '#api/bodies/in-pieces.ts'
import type { ApiObject } from '#api/object-meta.ts'
import {
  type Applied,
  type Applying,
  type OwnedWrite,
  appliedInPieces,
  withOwnersInPieces,
  withoutOwners,
} from './owners.ts'

/** Ends a merge that needs an object in another version, which only a webhook can provide. */
class MissingConversion extends Error {
  readonly object: ApiObject
  readonly apiVersion: string

  constructor(object: ApiObject, apiVersion: string) {
    super(`no conversion to ${apiVersion} yet`)
    this.object = object
    this.apiVersion = apiVersion
  }

  get key(): string {
    return keyOf(this.object, this.apiVersion)
  }
}

const keyOf = (object: ApiObject, apiVersion: string): string => `${apiVersion} ${printExactJson(object)}`

/**
 * Runs a merge of field sets, which is synchronous, for a kind whose versions a webhook converts. When the merge needs
 * an object in another version, it ends, the object is converted, and the merge runs again from the start. It is a
 * function of its input, so that it needs the same objects in every run. [CNV4]
 */
function withConversions<Result>(write: OwnedWrite, merge: (write: OwnedWrite) => Pieces<Result>): Soon<Result> {
  const { conversion } = write.kind
  return conversion === undefined
    ? doneInPieces(merge(write), write.rest ?? noRest)
    : mergeConverted(write, conversion, merge)
}

const noRest: Rest = () => undefined

async function mergeConverted<Result>(
  write: OwnedWrite,
  conversion: Conversion,
  merge: (write: OwnedWrite) => Pieces<Result>,
): Promise<Result> {
  const known = new Map<string, ApiObject>()
  const inVersion = (object: ApiObject, apiVersion: string): ApiObject => {
    const found = known.get(keyOf(object, apiVersion))
    if (found === undefined) throw new MissingConversion(object, apiVersion)
    return found
  }
  for (;;)
    try {
      return doneAtOnce(merge({ ...write, inVersion }))
    } catch (error) {
      if (!(error instanceof MissingConversion)) throw error
      known.set(error.key, await conversion.to(error.object, error.apiVersion))
    }
}

/** As {@link withOwnersInPieces}. An object whose conversion fails loses its managedFields. [SSA3, CNV4] */
export function ownedBy(write: OwnedWrite, next: ApiObject, live: ApiObject | null): Soon<ApiObject> {
  const failed = (error: unknown): ApiObject => {
    if (error instanceof ApiError) return withoutOwners(next)
    throw error
  }
  try {
    const owned = withConversions(write, (each) => withOwnersInPieces(each, next, live))
    return owned instanceof Promise ? owned.catch(failed) : owned
  } catch (error) {
    return failed(error)
  }
}

/** As {@link appliedInPieces}. @throws ApiError when a conversion fails [SSA2, CNV4] */
export const appliedBy = (write: OwnedWrite, live: ApiObject | null, applying: Applying): Soon<Applied> =>
  withConversions(write, (each) => appliedInPieces(each, live, applying))
