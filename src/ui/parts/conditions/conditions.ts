import type { Json } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'

export interface Condition {
  readonly type: string
  readonly status: string
  readonly reason: string
  readonly message: string
  /** When it last changed, as the object says, `''` when it does not. */
  readonly since: string
}

const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '')

/** `status.conditions` of any kind; whatever is not a condition there is left out. */
export function conditionsOf(object: ApiObject): readonly Condition[] {
  const status = object['status']
  if (typeof status !== 'object' || status === null || Array.isArray(status)) return []
  const { conditions } = status
  if (!Array.isArray(conditions)) return []
  return conditions.flatMap((condition) =>
    typeof condition === 'object' && condition !== null && !Array.isArray(condition)
      ? [
          {
            type: text(condition['type']),
            status: text(condition['status']),
            reason: text(condition['reason']),
            message: text(condition['message']),
            since: text(condition['lastTransitionTime']),
          },
        ]
      : [],
  )
}
