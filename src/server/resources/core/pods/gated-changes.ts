import { child, type FieldError, index, invalid } from '#api/field-error.ts'
import { own } from '#api/json.ts'
import { shownLabels } from '#server/resources/parts/internal-types/shown-selector.ts'
import { semanticallyEqual } from '#server/resources/parts/validation/immutable.ts'
import { internalForm } from '#server/resources/parts/internal-types/internal-form.ts'
import type { Affinity, NodeAffinity, NodeSelectorTerm, PodSpec } from '#server/kinds/types/core-v1.ts'

const requiredTerms = 'requiredDuringSchedulingIgnoredDuringExecution'

/**
 * While scheduling gates are set, node selectors and affinities may be tightened. Restores the allowed changes in
 * `rest`. [POD41]
 */
export function validateGatedChanges(rest: PodSpec, live: PodSpec): readonly FieldError[] {
  return [...validateNodeSelector(rest, live), ...validateNodeAffinity(rest, live)]
}

function validateNodeSelector(rest: PodSpec, live: PodSpec): readonly FieldError[] {
  const [next, old] = [rest.nodeSelector ?? {}, live.nodeSelector ?? {}]
  if (semanticallyEqual(next, old)) return []
  const kept = Object.entries(old).every(([key, value]) => own(next, key) === value)
  if (live.nodeSelector === undefined) delete rest.nodeSelector
  else rest.nodeSelector = live.nodeSelector
  const why = 'only additions to spec.nodeSelector are allowed (no mutations or deletions)'
  return kept ? [] : [invalid('spec.nodeSelector', shownLabels(next), why)]
}

function validateNodeAffinity(rest: PodSpec, live: PodSpec): readonly FieldError[] {
  const [next, old] = [rest.affinity?.nodeAffinity, live.affinity?.nodeAffinity]
  if (semanticallyEqual(next, old)) return []
  const errors = validateTerms(next, old)
  putBack(rest, live, old)
  return errors
}

/** Restores the node affinity of `live` in `rest`, and adds or removes an affinity that has nothing else. */
function putBack(rest: PodSpec, live: PodSpec, old: NodeAffinity | undefined): void {
  if (!rest.affinity) {
    if (old) rest.affinity = { nodeAffinity: old }
    return
  }
  const { nodeAffinity: _changed, ...others } = rest.affinity
  if (!live.affinity && Object.values(others).every((value) => value === undefined || value === null)) {
    delete rest.affinity
    return
  }
  const affinity: Affinity = { ...others }
  if (old) affinity.nodeAffinity = old
  rest.affinity = affinity
}

function validateTerms(next: NodeAffinity | undefined, old: NodeAffinity | undefined): readonly FieldError[] {
  const path = child('spec.affinity.nodeAffinity', requiredTerms, 'nodeSelectorTerms')
  const oldTerms = old?.[requiredTerms]?.nodeSelectorTerms ?? []
  const nextTerms = next?.[requiredTerms]?.nodeSelectorTerms ?? []
  if (oldTerms.length > 0 && oldTerms.length !== nextTerms.length) {
    const why = 'no additions/deletions to non-empty NodeSelectorTerms list are allowed'
    return [invalid(path, nextTerms.length === 0 ? null : nextTerms.map(show), why)]
  }
  return oldTerms.flatMap((term, at) => {
    const grown = nextTerms[at] ?? {}
    const why = 'only additions are allowed (no mutations or deletions)'
    return hasOnlyAdditions(grown, term) ? [] : [invalid(index(path, at), show(grown), why)]
  })
}

const show = (term: NodeSelectorTerm) => internalForm('core.v1.NodeSelectorTerm', term)

function hasOnlyAdditions(next: NodeSelectorTerm, old: NodeSelectorTerm): boolean {
  const lists = ['matchExpressions', 'matchFields'] as const
  if (lists.every((list) => (old[list] ?? []).length === 0)) {
    return lists.every((list) => (next[list] ?? []).length === 0)
  }
  return lists.every((list) => {
    const before = old[list] ?? []
    return semanticallyEqual((next[list] ?? []).slice(0, before.length), before)
  })
}
