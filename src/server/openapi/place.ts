import type { Operation } from './operation.ts'
import { operationId, tagOf } from './operation-ids.ts'
import type { Parameter } from './parameters.ts'
import type { VerbOperation } from './verb-operations.ts'

/** Where an operation stands, and what its name says of that. */
export interface Place {
  readonly path: string
  readonly parameters: readonly Parameter[]
  /** `NamespacedPod`, `PodForAllNamespaces`. */
  readonly subject: string
}

/** A verb at its place. */
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
