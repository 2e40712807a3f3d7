import type { ApiObject } from '#api/object-meta.ts'
import { semanticallyEqual } from './validation/immutable.ts'

type WithSpec = ApiObject & { spec?: ApiObject['spec'] }

/** Sets the generation of a new object to 1, whatever the client sent. [GN1] */
export function startGeneration(next: ApiObject): void {
  next.metadata.generation = 1
}

/** Increments the generation if the spec changed semantically; labels, annotations and status do not count. [GN2] */
export function countSpecChange(next: WithSpec, live: WithSpec): void {
  if (!semanticallyEqual(next.spec, live.spec)) next.metadata.generation = (live.metadata.generation ?? 0) + 1
}
