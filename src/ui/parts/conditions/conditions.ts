import { textOf } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'

export interface Condition {
  readonly type: string
  readonly status: string
  readonly reason: string
  readonly message: string
  /** Time of the last transition; `''` when the object has none. */
  readonly since: string
}

/** Returns `status.conditions` of any kind, without malformed entries. */
export function conditionsOf(object: ApiObject): readonly Condition[] {
  const status = object['status']
  if (typeof status !== 'object' || status === null || Array.isArray(status)) return []
  const { conditions } = status
  if (!Array.isArray(conditions)) return []
  return conditions.flatMap((condition) =>
    typeof condition === 'object' && condition !== null && !Array.isArray(condition)
      ? [
          {
            type: textOf(condition['type']),
            status: textOf(condition['status']),
            reason: textOf(condition['reason']),
            message: textOf(condition['message']),
            since: textOf(condition['lastTransitionTime']),
          },
        ]
      : [],
  )
}
