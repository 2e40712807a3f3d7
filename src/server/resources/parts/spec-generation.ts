import type { ApiObject } from '#api/object-meta.ts'
import { semanticallyEqual } from './validation/immutable.ts'

type WithSpec = ApiObject & { spec?: ApiObject['spec'] }

/** Every new object of a kind that counts generations begins at 1, whatever the client sent. [GN1] */
export function startGeneration(next: ApiObject): void {
  next.metadata.generation = 1
}

/** One more when the spec means something else than before; labels, annotations and status don't count. [GN2] */
export function countSpecChange(next: WithSpec, live: WithSpec): void {
  if (!semanticallyEqual(next.spec, live.spec)) next.metadata.generation = (live.metadata.generation ?? 0) + 1
}
