import { type Json, type JsonObject, isObject } from '#api/json.ts'
import { applyJsonPatch, parseJsonPatch } from '#server/merge/json-patch.ts'
import { applyMergePatch } from '#server/merge/merge-patch.ts'
import { type Family, type Outcome, attempt, judge, readCases } from './family.ts'

interface JsonPatchCase {
  readonly id: string
  readonly disabled?: boolean
  readonly doc: Json
  readonly patch: readonly JsonObject[]
  readonly expected?: Json
  readonly error?: string
  /** The reference's result for the same patch, with the document under `data`. It takes precedence. */
  readonly kube?: { readonly accepts: boolean; readonly result?: Json }
}

interface MergePatchCase {
  readonly id: string
  readonly doc: Json
  readonly patch: Json
  readonly expected: Json
  readonly kubeUnderData?: Json
}

export const patch: Family = {
  name: 'patch',
  async run(dir) {
    const jsonCases = readCases<readonly JsonPatchCase[]>(dir, 'patch/json-patch.json')
    const mergeCases = readCases<readonly MergePatchCase[]>(dir, 'patch/merge-patch-rfc7386.json')
    if (jsonCases === null && mergeCases === null) return null
    return [...(jsonCases ?? []).map(tryJsonPatch), ...(mergeCases ?? []).map(tryMergePatch)]
  },
}

function tryJsonPatch(each: JsonPatchCase): Outcome {
  if (each.disabled === true) return { id: each.id, result: 'skipped', note: 'disabled upstream' }
  const sent = each.kube === undefined ? each.patch : each.patch.map(underData)
  const base = each.kube === undefined ? each.doc : { data: each.doc }
  const tried = attempt(() => applyJsonPatch(parseJsonPatch({ value: sent as Json[] }, false), base).value)
  const accepts = each.kube?.accepts ?? each.error === undefined
  if ('error' in tried || !accepts) return judge(each.id, !('error' in tried), accepts)
  const result = each.kube === undefined ? tried.value : isObject(tried.value) ? tried.value.data : undefined
  return judge(each.id, result, each.kube === undefined ? each.expected : each.kube.result)
}

/** Prefixes the paths with `/data`: the reference patches objects, so its documents were wrapped in one. */
const underData = (operation: JsonObject): JsonObject => ({
  ...operation,
  ...(typeof operation.path === 'string' && { path: `/data${operation.path}` }),
  ...(typeof operation.from === 'string' && { from: `/data${operation.from}` }),
})

function tryMergePatch(each: MergePatchCase): Outcome {
  const bare = judge(each.id, applyMergePatch({ value: each.patch }, each.doc).value, each.expected)
  if (bare.result === 'failed' || each.kubeUnderData === undefined) return bare
  const { value } = applyMergePatch({ value: { data: each.patch } }, { data: each.doc })
  const data = isObject(value) && Object.hasOwn(value, 'data') ? value.data : '<absent>'
  return judge(each.id, data, each.kubeUnderData)
}
