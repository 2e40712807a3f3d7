import { isObject, type JsonObject } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import { type FollowOptions, followCollection } from '#client/follow.ts'

/** A type whose updates can change what its objects count as. */
interface CountedUse {
  readonly path: string
  /** Returns a text that changes when the object counts differently. */
  readonly describe: (object: ApiObject) => string
}

const partOf = (object: ApiObject, name: 'spec' | 'status'): JsonObject => {
  const part = object[name]
  return isObject(part) ? part : {}
}

const uses: readonly CountedUse[] = [
  {
    path: '/api/v1/pods',
    describe: (pod) => {
      const { phase } = partOf(pod, 'status')
      const hasDeadline = (partOf(pod, 'spec')['activeDeadlineSeconds'] ?? null) !== null
      return `${phase === 'Failed' || phase === 'Succeeded'} ${hasDeadline}`
    },
  },
  { path: '/api/v1/services', describe: (service) => String(partOf(service, 'spec')['type'] ?? '') },
]

export interface Uses {
  /** Begins to follow the uses. Further calls do nothing. */
  start(): void
}

/** Calls `onChange` with the namespace of a pod or service whose update changes what it counts as for quotas. [AD7] */
export function followUses(
  options: Pick<FollowOptions, 'fetch' | 'headers' | 'signal' | 'pause'>,
  onChange: (namespace: string) => void,
): Uses {
  let isFollowing = false
  return {
    start() {
      if (isFollowing) return
      isFollowing = true
      for (const use of uses) void followCollection({ ...options, path: use.path, ...trackUse(use, onChange) })
    },
  }
}

/** Calls `onChange` with the namespace of an object that counts differently than before. */
function trackUse(
  { describe }: CountedUse,
  onChange: (namespace: string) => void,
): Pick<FollowOptions, 'onList' | 'onEvent'> {
  const last = new Map<string, string>()
  return {
    onList(items) {
      last.clear()
      for (const item of items) last.set(item.metadata.uid ?? '', describe(item))
    },
    onEvent({ type, object }) {
      const { uid = '', namespace = '' } = object.metadata
      const [before, now] = [last.get(uid), describe(object)]
      if (type === 'DELETED') last.delete(uid)
      else last.set(uid, now)
      if (type !== 'DELETED' && before !== undefined && before !== now) onChange(namespace)
    },
  }
}
