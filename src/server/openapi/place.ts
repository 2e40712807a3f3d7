import type { Operation } from './operation.ts'
import { operationId, tagOf } from './operation-ids.ts'
import type { Parameter } from './parameters.ts'
import type { VerbOperation } from './verb-operations.ts'

/** The path of an operation and the part of its id that follows from the path. */
export interface Place {
  readonly path: string
  readonly parameters: readonly Parameter[]
  /** `NamespacedPod`, `PodForAllNamespaces`. */
  readonly subject: string
}

/** Returns the operation of a verb on a path. */
export function placed(
  { path, parameters, subject }: Place,
  { verb, rest = '', options, ...operation }: VerbOperation,
  kind: Operation['kind'],
  description: string,
): Operation {
  return {
    ...operation,
    ...(kind === undefined ? {} : { kind }),
    id: operationId(path, verb, rest + subject),
    tag: tagOf(path),
    description,
    parameters: [...parameters, ...options],
  }
}
