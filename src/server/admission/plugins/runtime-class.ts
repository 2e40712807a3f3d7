import { forbiddenRequest } from '#api/api-error.ts'
import { quoteGo } from '#go/quote.ts'
import { deepEqual, isObject, type JsonObject, own } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import { parseQuantity, compareQuantities } from '#api/quantity.ts'
import { plainError } from '#server/registry/resource-version.ts'
import { pathSegmentErrors } from '#server/registry/storage-key.ts'
import type { Attributes } from '#server/admission/chain/attributes.ts'
import type { AdmissionPlugin, AdmissionReader } from '#server/admission/chain/plugin.ts'
import { isPodWrite, podSpec } from './parts/pod-spec.ts'
import { mergeTolerations } from './merge-tolerations.ts'

const classes = { group: 'node.orch.io', resource: 'runtimeclasses' }

/** Sets the overhead and the scheduling constraints of a pod's runtime class. [RTC3] */
export const runtimeClass: AdmissionPlugin = {
  name: 'RuntimeClass',
  operations: new Set(['CREATE']),
  concerns: ({ group, resource }) => group === '' && resource === 'pods',
  async mutate(attributes, reader) {
    const { object } = attributes
    if (object === null || !isPodWrite(attributes)) return
    const found = await classOf(attributes, object, reader)
    const { overhead } = podSpec(object)
    // An empty overhead is removed before validation.
    if (isObject(overhead) && Object.keys(overhead).length === 0 && !isObject(found?.['overhead']))
      throw refuse(attributes, unexpected)
    if (found === null) return
    setOverhead(attributes, podSpec(object), found)
    setScheduling(attributes, podSpec(object), found)
  },
  async validate(attributes, reader) {
    const { object } = attributes
    if (object === null || !isPodWrite(attributes)) return
    const found = await classOf(attributes, object, reader)
    const { overhead } = podSpec(object)
    if (found !== null && isObject(found['overhead'])) {
      if (!sameAmounts(fixedOverhead(found), overhead)) throw refuse(attributes, mismatch)
    } else if (overhead !== undefined) {
      throw refuse(attributes, unexpected)
    }
  },
}

const unexpected = 'pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead'
const mismatch = "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead"

const refuse = ({ definition, name, object }: Attributes, why: string): Error =>
  forbiddenRequest(definition, name === '' ? (object?.metadata.name ?? '') : name, why)

async function classOf(attributes: Attributes, pod: ApiObject, reader: AdmissionReader): Promise<ApiObject | null> {
  const { runtimeClassName: name } = podSpec(pod)
  if (typeof name !== 'string') return null
  if (name === '') throw plainError('resource name may not be empty')
  const errors = pathSegmentErrors(name)
  if (errors.length > 0) throw plainError(`invalid resource name ${quoteGo(name)}: [${errors.join(' ')}]`)
  const found = await reader.get(classes, '', name)
  if (found === null) throw refuse(attributes, `pod rejected: RuntimeClass ${JSON.stringify(name)} not found`)
  return found
}

const partOf = (object: JsonObject, field: string): JsonObject => {
  const part = object[field]
  return isObject(part) ? part : {}
}

const fixedOverhead = (runtime: ApiObject): JsonObject => partOf(partOf(runtime, 'overhead'), 'podFixed')

function setOverhead(attributes: Attributes, spec: JsonObject, runtime: ApiObject): void {
  if (!isObject(runtime['overhead'])) return
  const wanted = fixedOverhead(runtime)
  if (spec['overhead'] !== undefined && !sameAmounts(wanted, spec['overhead'])) throw refuse(attributes, mismatch)
  spec['overhead'] = { ...wanted }
}

/** Compares quantities by value: `1` and `1000m` are equal. */
function sameAmounts(a: JsonObject, b: JsonObject[string] | undefined): boolean {
  const other = isObject(b) ? b : {}
  const names = Object.keys(a)
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => {
      const [x, y] = [own(a, name), own(other, name)]
      if (typeof x !== 'string' || typeof y !== 'string') return deepEqual(x, y)
      return compareQuantities(parseQuantity(x), parseQuantity(y)) === 0
    })
  )
}

function setScheduling(attributes: Attributes, spec: JsonObject, runtime: ApiObject): void {
  if (!isObject(runtime['scheduling'])) return
  const { scheduling } = runtime
  const selector = partOf(spec, 'nodeSelector')
  for (const [key, value] of Object.entries(partOf(scheduling, 'nodeSelector'))) {
    const given = own(selector, key)
    if (given !== undefined && given !== value) {
      const theirs = `runtimeClass.scheduling.nodeSelector[${key}] = ${String(value)}`
      throw refuse(attributes, `conflict: ${theirs}; pod.spec.nodeSelector[${key}] = ${String(given)}`)
    }
  }
  const merged = { ...selector, ...partOf(scheduling, 'nodeSelector') }
  if (Object.keys(merged).length > 0) spec['nodeSelector'] = merged
  const tolerations = mergeTolerations([...listOf(spec['tolerations']), ...listOf(scheduling['tolerations'])])
  if (tolerations.length > 0) spec['tolerations'] = tolerations
}

const listOf = (value: JsonObject[string] | undefined): readonly JsonObject[] =>
  Array.isArray(value) ? value.filter(isObject) : []
