import type { FieldPath } from '#api/field-error.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { PodTemplateSpec } from '#server/kinds/types/core-v1.ts'
import { nameWarnings, templateWarnings } from '#server/resources/parts/pod-spec/warnings.ts'

/** Returns the warnings on a pod template if the request creates the object or increments its generation. [WL20] */
export const changedTemplateWarnings = (
  next: ApiObject,
  live: ApiObject | null,
  { template, path = 'spec.template' }: { readonly template: PodTemplateSpec | undefined; readonly path?: FieldPath },
): readonly string[] =>
  live === null || next.metadata.generation !== live.metadata.generation ? templateWarnings(template, path) : []

/** Returns the warnings on the name of a new workload, which is part of pod names, and on its changed template. [WL20] */
export const workloadWarnings = (
  next: ApiObject,
  live: ApiObject | null,
  changed: Parameters<typeof changedTemplateWarnings>[2],
): readonly string[] => [
  ...(live === null ? nameWarnings(next.metadata.name ?? '') : []),
  ...changedTemplateWarnings(next, live, changed),
]
