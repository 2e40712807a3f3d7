import { Base64Error, decodeBase64 } from '#go/base64.ts'
import { type Json, type JsonObject, isObject, jsonKind } from '#api/json.ts'

const fieldTypes: ReadonlyMap<string, readonly [test: (value: Json) => boolean, type: string]> = new Map([
  ['uid', [isText, 'types.UID']],
  ['allowed', [(value) => typeof value === 'boolean', 'bool']],
  ['patch', [isText, '[]uint8']],
  ['patchType', [isText, 'v1.PatchType']],
  ['status', [isObject, 'v1.Status']],
  ['warnings', [(value) => Array.isArray(value), '[]string']],
  ['auditAnnotations', [isObject, 'map[string]string']],
])

function isText(value: Json): boolean {
  return typeof value === 'string'
}

/** The decoding error for the first field of an AdmissionReview that has a wrong type. [WH2] */
export function typeProblem({ response }: JsonObject): string | null {
  if (response === undefined || response === null) return null
  const wrong = (value: Json, path: string, type: string): string =>
    `json: cannot unmarshal ${jsonKind(value)} into Go struct field ${path} of type ${type}`
  if (!isObject(response)) return wrong(response, 'AdmissionReview.response', 'v1.AdmissionResponse')
  for (const [name, [test, type]] of fieldTypes) {
    const value = response[name]
    if (value !== undefined && value !== null && !test(value))
      return wrong(value, `AdmissionResponse.response.${name}`, type)
  }
  return typeof response['patch'] === 'string' ? base64Problem(response['patch']) : null
}

function base64Problem(text: string): string | null {
  try {
    decodeBase64(text)
    return null
  } catch (error) {
    if (error instanceof Base64Error) return error.message
    throw error
  }
}
