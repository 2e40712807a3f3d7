import { isObject, type Json, type JsonObject } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import { type Amounts, largestOf, sumOf } from '#server/admission/plugins/parts/limit-constraints.ts'

const classSuffix = '.deviceclass.resource.orch.io/devices'
const objectCount = 'count/resourceclaims.resource.orch.io'
/** A request for all devices counts as the most that one claim can get. */
const allDevices = 32

const listOf = (value: Json | undefined): readonly JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : [])
const specOf = (value: Json | undefined): JsonObject => (isObject(value) ? value : {})

export const countsDevices = (name: string): boolean => name === objectCount || name.endsWith(classSuffix)

/** Returns the number of devices that a claim requests, by class; the claim itself counts too. [AD6] */
export function deviceUsage(claim: ApiObject): Amounts {
  const requests = listOf(specOf(specOf(claim['spec'])['devices'])['requests'])
  return requests.reduce<Amounts>((sum, request) => sumOf(sum, ofRequest(request)), { [objectCount]: '1' })
}

/** The alternative of a request with the most devices of a class counts for this class. */
function ofRequest({ exactly, firstAvailable }: JsonObject): Amounts {
  const alternatives = listOf(firstAvailable)
  if (alternatives.length > 0) return alternatives.map(ofClass).reduce(largestOf, {})
  return isObject(exactly) ? ofClass(exactly) : {}
}

function ofClass({ deviceClassName, allocationMode, count }: JsonObject): Amounts {
  const devices = allocationMode === 'All' ? allDevices : allocationMode === 'ExactCount' ? Number(count ?? 0) : 0
  return typeof deviceClassName === 'string' ? { [`${deviceClassName}${classSuffix}`]: String(devices) } : {}
}
