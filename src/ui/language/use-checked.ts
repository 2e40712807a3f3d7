import { useEffect, useMemo } from 'react'
import { useStore } from 'zustand'
import type { LanguageService } from '#editor/language-service.ts'
import type { EditorMarker } from '#editor/text-editor.ts'
import type { KindId } from '#manifest/open-schema.ts'
import type { ManifestProblem } from '#manifest/problem.ts'
import { draftKey, type ObjectDraft } from '#ui/exchange/draft-store.ts'
import type { Lab } from '#ui/lab/lab.ts'
import { partState } from '#ui/lab/part-state.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import type { ObjectRef } from '#ui/model/selection.ts'
import { createChecks } from './checks.ts'
import { createObjectLanguage } from './object-language.ts'
import { problemText } from './server-problems.ts'

const none: readonly ManifestProblem[] = []

/** Returns the kind of an object that is served; `undefined` for one that is no longer. */
export function kindOf(lab: Lab, ref: ObjectRef): KindId | undefined {
  const resource = lab.objects.getState().collections.get(ref.resourceId)?.resource
  return resource && { group: resource.group, version: resource.version, kind: resource.kind }
}

export interface CheckedDraft {
  /** Problems of the draft; while the person types, those of an earlier text. */
  readonly problems: readonly ManifestProblem[]
  readonly markers: readonly EditorMarker[]
  readonly service: LanguageService
}

/** Checks an object's draft while it is typed, and returns its problems and the language service of its text. */
export function useChecked(ref: ObjectRef, draft: ObjectDraft | undefined): CheckedDraft {
  const lab = useLab()
  const checks = partState(lab, createChecks)
  const key = draftKey(ref)
  const checked = useStore(checks.store, (state) => state.checked)
  // A draft of an earlier visit is there before the kinds of the server are.
  const isServed = useStore(lab.objects, ({ collections }) => collections.has(ref.resourceId))
  const problems = draft !== undefined && checked?.key === key ? checked.problems : none
  useEffect(() => {
    const kind = kindOf(lab, ref)
    checks.schedule(draft === undefined || kind === undefined ? null : { ref, kind, draft })
    // Compared by value: the reference is a new object for each selection of the same object.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [lab, checks, key, draft, isServed])
  const service = useMemo((): LanguageService => {
    const kind = kindOf(lab, ref)
    const language = partState(lab, createObjectLanguage)
    const words = kind === undefined ? { complete: () => [], hover: () => undefined } : language.serviceOf(kind)
    return { ...words, fixes: (text, span) => fixesAt(lab, text, span) }
    // oxlint-disable-next-line react/exhaustive-deps
  }, [lab, key, isServed])
  return { problems, markers: useMemo(() => problems.map(toMarker), [problems]), service }
}

/** Returns the fixes of the problems in a range; none while the text has not been checked. */
function fixesAt(lab: Lab, text: string, span: { readonly start: number; readonly end: number }) {
  const { checked } = partState(lab, createChecks).store.getState()
  if (checked === null || checked.text !== text) return []
  return checked.problems
    .filter(({ range }) => range.start <= span.end && span.start <= range.end)
    .flatMap(({ fixes }) => fixes)
}

const toMarker = (problem: ManifestProblem): EditorMarker => ({
  startLine: problem.start.line,
  startColumn: problem.start.column,
  endLine: problem.end.line,
  // Monaco shows nothing for an empty range.
  endColumn:
    problem.end.line === problem.start.line && problem.end.column === problem.start.column
      ? problem.end.column + 1
      : problem.end.column,
  severity: 'error',
  message: problemText(problem),
})
