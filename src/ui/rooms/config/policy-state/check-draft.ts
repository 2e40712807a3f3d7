import type { Status } from '#api/status.ts'
import type { ManifestProblem } from '#manifest/problem.ts'
import { pathText } from '#manifest/problem.ts'
import type { CheckedExpression } from '#policy/check-policy.ts'
import { createFieldManager } from '#ui/lab/field-manager-store.ts'
import type { Lab } from '#ui/lab/lab.ts'
import { partState } from '#ui/lab/part-state.ts'
import { withServerProblems } from '#ui/language/server-problems.ts'
import { collectionPath, objectPath } from '#ui/model/discovery.ts'
import { partsOfKey, storedOf, typeOfKind } from './policy-items.ts'
import type { PolicyDraft, ShownProblem } from './policy-store.ts'
import { objectOf } from './subject.ts'

/** The answer to a write: `null` if it was stored, or would be. */
export type WriteAnswer =
  | { readonly type: 'stored'; readonly code: number }
  | { readonly type: 'refused'; readonly code: number; readonly status: Status }
  | { readonly type: 'failed'; readonly message: string }

/** Sends a draft: creates the object, or replaces it in the version that was edited. With `dryRun` nothing is stored. */
export async function sendDraft(
  lab: Lab,
  key: string,
  draft: PolicyDraft,
  { send, dryRun }: { readonly send: typeof fetch; readonly dryRun: boolean },
): Promise<WriteAnswer> {
  const parts = partsOfKey(key)
  const objects = lab.objects.getState()
  const resource = parts === null ? undefined : typeOfKind(objects, parts.kind)
  const object = objectOf(draft.text)
  if (parts === null || resource === undefined)
    return { type: 'failed', message: 'the server does not serve this kind' }
  if (object === null) return { type: 'failed', message: 'the text is not an object' }
  const isStored = storedOf(objects, parts.kind).some(({ metadata }) => metadata.name === parts.name)
  const query = new URLSearchParams({
    fieldManager: partState(lab, createFieldManager).getState().name,
    fieldValidation: dryRun ? 'Ignore' : 'Strict',
    ...(dryRun && { dryRun: 'All' }),
  })
  const path = isStored ? objectPath(resource, '', parts.name) : collectionPath(resource)
  const metadata = { ...(object['metadata'] as object), ...(isStored && { resourceVersion: draft.base }) }
  try {
    const response = await send(`${path}?${query}`, {
      method: isStored ? 'PUT' : 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ ...object, metadata }),
    })
    if (response.ok) return { type: 'stored', code: response.status }
    return { type: 'refused', code: response.status, status: (await response.json()) as Status }
  } catch (error) {
    // fetch throws a TypeError when the server cannot be reached, the parser a SyntaxError for what is not JSON.
    if (error instanceof TypeError || error instanceof SyntaxError) return { type: 'failed', message: error.message }
    throw error
  }
}

/**
 * Returns all problems in the order of the text. What the server says of an expression that has an exact range already
 * is left out. [CB9]
 */
export function shownProblems(
  local: readonly ManifestProblem[],
  expressions: readonly CheckedExpression[],
  refused: readonly ManifestProblem[],
): readonly ShownProblem[] {
  const own = expressions.flatMap(({ place, problems }) =>
    problems.map((problem): ShownProblem => ({
      ...problem,
      path: pathText(place.path),
      fixes: [],
      isServers: false,
    })),
  )
  const told = new Set(own.filter(({ severity }) => severity === 'error').map(({ path }) => path))
  const servers = refused.filter(({ path }) => !told.has(path))
  const others = withServerProblems(local, servers).map((problem): ShownProblem => ({
    ...problem,
    severity: 'error',
    isServers: servers.includes(problem),
  }))
  return [...own, ...others].toSorted((one, other) => one.range.start - other.range.start)
}
