import { quoteGo } from '#go/quote.ts'
import { type Json, isObject, jsonKind } from '#api/json.ts'
import type { KindName } from './kinds/config-field.ts'

/** The kind and version that a file declares. */
export type Identity =
  | { readonly type: 'identified'; readonly apiVersion: string; readonly kind: string }
  | {
      readonly type: 'refused'
      readonly problem: 'WrongType' | 'WrongKind'
      readonly code: string
      readonly message: string
      readonly field: string
    }

const parseError = "couldn't get version/kind; json parse error: json: cannot unmarshal"
const goStruct = quoteGo('json:"apiVersion,omitempty"')
const goStructKind = quoteGo('json:"kind,omitempty"')

/** Reads `apiVersion` and `kind` as the reference does before it decodes: field names are case-insensitive here. */
export function identify(value: Json): Identity {
  if (value === null) return { type: 'identified', apiVersion: '', kind: '' }
  if (!isObject(value)) {
    const message = `${parseError} ${jsonKind(value)} into Go value of type struct { APIVersion string ${goStruct}; Kind string ${goStructKind} }`
    return { type: 'refused', problem: 'WrongType', code: 'D03', message, field: '' }
  }
  const found = { apiVersion: '', kind: '' }
  for (const [name, sent] of Object.entries(value)) {
    const field = fieldOf(name)
    if (field === undefined || sent === null || sent === undefined) continue
    if (typeof sent !== 'string') {
      const message = `${parseError} ${jsonKind(sent)} into Go struct field .${field} of type string`
      return { type: 'refused', problem: 'WrongType', code: 'D03', message, field: name }
    }
    found[field] = sent
  }
  if (found.apiVersion.split('/').length > 2) {
    const message = `unexpected GroupVersion string: ${found.apiVersion}`
    return { type: 'refused', problem: 'WrongKind', code: 'D05', message, field: 'apiVersion' }
  }
  return { type: 'identified', apiVersion: found.apiVersion === '/' ? '' : found.apiVersion, kind: found.kind }
}

function fieldOf(name: string): 'apiVersion' | 'kind' | undefined {
  const lower = name.toLowerCase()
  return lower === 'apiversion' ? 'apiVersion' : lower === 'kind' ? 'kind' : undefined
}

/** Returns the reference's message for a file of another of the four kinds than `wanted`. */
export function otherKindText(wanted: KindName, found: string, apiVersion: string): string {
  switch (wanted) {
    case 'TracingConfiguration':
      return `converting (${apiVersion.slice(apiVersion.indexOf('/') + 1)}.${found}) to (apiserver.TracingConfiguration): unknown conversion`
    case 'EgressSelectorConfiguration':
      return `unexpected config type: ${apiVersion}, Kind=${found}`
    default:
      return `expected ${wanted}, got *apiserver.${found}`
  }
}
