import type { JsonObject } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import { equalAs } from '../internal-types/semantic-equality.ts'

interface WithSpec extends ApiObject {
  spec?: JsonObject | undefined
}

/** One more when the spec, a value of `typeName`, means something else than before. [WL14] */
export function countChange(typeName: string, next: WithSpec, live: WithSpec): void {
  if (!equalAs(typeName, next.spec, live.spec)) bump(next, live)
}

export const bump = (next: ApiObject, live: ApiObject): void => {
  next.metadata.generation = (live.metadata.generation ?? 0) + 1
}

interface WithStatus extends ApiObject {
  status?: JsonObject | undefined
}

/** The status is written through its own subresource only. */
export function keepStatus<Kind extends WithStatus>(next: Kind, live: Kind): void {
  if (live.status === undefined) delete next.status
  else next.status = live.status
}

/** And the spec not through that one. */
export function keepSpec<Kind extends WithSpec>(next: Kind, live: Kind): void {
  if (live.spec === undefined) delete next.spec
  else next.spec = live.spec
}
