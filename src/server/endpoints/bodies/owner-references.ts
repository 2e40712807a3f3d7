import type { ApiObject, OwnerReference } from '#api/object-meta.ts'
import { identityText } from '#api/repetitions.ts'

/**
 * Removes duplicate owner references and warns of them. `when` distinguishes those of the request from those that
 * admission added. [WR10]
 */
export function dedupOwners(object: ApiObject, warn: (text: string) => void, when: '' | 'admission' = ''): void {
  const owners = object.metadata.ownerReferences
  if (owners === undefined || owners.length < 2) return
  const kept = new Map<string, OwnerReference>()
  const twice = new Set<string>()
  for (const owner of owners) {
    const text = identityText({ ...owner })
    if (kept.has(text)) twice.add(owner.uid)
    else kept.set(text, owner)
  }
  if (twice.size === 0) return
  object.metadata.ownerReferences = [...kept.values()]
  warn(
    `.metadata.ownerReferences contains duplicate entries${when === '' ? '' : ' after mutating admission happens'}; API server dedups owner references in 1.20+, and may reject such requests as early as 1.24; please fix your requests; duplicate UID(s) observed: ${[...twice].join(', ')}`,
  )
}
