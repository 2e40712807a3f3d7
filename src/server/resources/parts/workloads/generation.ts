import type { JsonObject } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import { equalAs } from '#server/resources/parts/internal-types/semantic-equality.ts'

interface WithSpec extends ApiObject {
  spec?: JsonObject | undefined
}

/** Increments the generation if the spec, a value of type `typeName`, changed semantically. [WL14] */
export function countChange(typeName: string, next: WithSpec, live: WithSpec): void {
  if (!equalAs(typeName, next.spec, live.spec)) bump(next, live)
}

export const bump = (next: ApiObject, live: ApiObject): void => {
  next.metadata.generation = (live.metadata.generation ?? 0) + 1
}

interface WithStatus extends ApiObject {
  status?: JsonObject | undefined
}

/** Keeps the live status: only its subresource writes it. */
export function keepStatus<Kind extends WithStatus>(next: Kind, live: Kind): void {
  if (live.status === undefined) delete next.status
  else next.status = live.status
}

/** Keeps the live spec: the status subresource does not write it. */
export function keepSpec<Kind extends WithSpec>(next: Kind, live: Kind): void {
  if (live.spec === undefined) delete next.spec
  else next.spec = live.spec
}
