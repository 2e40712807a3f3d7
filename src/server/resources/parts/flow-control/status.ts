import { child, duplicate, type FieldError, index, required } from '#api/field-error.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { Strategy } from '#server/registry/strategy.ts'
import { semanticallyEqual } from '#server/resources/parts/validation/immutable.ts'
import { keepMetadata } from '#server/resources/parts/kept-metadata.ts'

interface Condition {
  readonly type?: string | undefined
}

interface Shaped extends ApiObject {
  spec?: { [key: string]: never } | ApiObject['spec']
  status?: ApiObject['status']
}

/** Condition types are required and unique. [FC6] */
export function validateConditions(conditions: readonly Condition[]): readonly FieldError[] {
  const seen = new Set<string>()
  return conditions.flatMap(({ type = '' }, at) => {
    const path = child(index('status.conditions', at), 'type')
    const errors = seen.has(type) ? [duplicate(path, type)] : []
    seen.add(type)
    return type === '' ? [...errors, required(path)] : errors
  })
}

/** Separates spec and status writes; only spec changes increment the generation. [FC5] */
export const writesOfSpec: Pick<Strategy<Shaped>, 'prepareForCreate' | 'prepareForUpdate'> = {
  prepareForCreate(next) {
    next.status = {}
    next.metadata.generation = 1
  },
  prepareForUpdate(next, live) {
    if (live.status === undefined) delete next.status
    else next.status = live.status
    if (!semanticallyEqual(next.spec, live.spec)) next.metadata.generation = (live.metadata.generation ?? 0) + 1
  },
}

export const writesOfStatus: Pick<Strategy<Shaped>, 'prepareForUpdate' | 'resetFields'> = {
  prepareForUpdate(next, live) {
    if (live.spec === undefined) delete next.spec
    else next.spec = live.spec
    keepMetadata(next, live)
  },
  resetFields: [['spec'], ['metadata']],
}
