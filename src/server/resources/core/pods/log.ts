import { badRequest, invalidObject } from '#api/api-error.ts'
import { type FieldError, forbidden, invalid } from '#api/field-error.ts'
import { nonNegative } from '#server/resources/parts/validation/numbers.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { FindStored, TextSubresource } from '#server/registry/subresource.ts'
import type { Pod } from '#server/kinds/types/core-v1.ts'
import { failToReachKubelet } from './kubelet.ts'

/** Parses a number of the query; integers above 2^53 lose precision, which no limit here needs. */
function integer(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name)
  if (text === null || text === '') return undefined
  if (!/^[+-]?[0-9]+$/.test(text)) throw badRequest(`strconv.ParseInt: parsing ${JSON.stringify(text)}: invalid syntax`)
  return Number(text)
}

function validateOptions(query: URLSearchParams): readonly FieldError[] {
  const tail = integer(query, 'tailLines')
  const bytes = integer(query, 'limitBytes')
  const seconds = integer(query, 'sinceSeconds')
  const errors: FieldError[] = [...nonNegative(tail, 'tailLines')]
  if (bytes !== undefined && bytes < 1) errors.push(invalid('limitBytes', bytes, 'must be greater than 0'))
  if (seconds !== undefined && query.get('sinceTime')) {
    errors.push(forbidden('[]', 'at most one of `sinceTime` or `sinceSeconds` may be specified'))
  } else if (seconds !== undefined && seconds < 1) {
    errors.push(invalid('sinceSeconds', seconds, 'must be greater than 0'))
  }
  if (query.get('stream')) errors.push(forbidden('stream', 'may not be specified'))
  return errors
}

/** Requires that the named container exists, or that there is only one. @throws ApiError BadRequest */
export function checkContainer({ metadata, spec = {} }: Pod, wanted: string): void {
  const name = metadata.name ?? ''
  const containers = spec.containers ?? []
  const starting = spec.initContainers ?? []
  if (wanted !== '') {
    const all = [...containers, ...starting, ...(spec.ephemeralContainers ?? [])]
    if (all.some((container) => container.name === wanted)) return
    throw badRequest(`container ${wanted} is not valid for pod ${name}`)
  }
  if (containers.length === 1) return
  const list = (some: typeof containers): string => `[${(some ?? []).map((one) => one.name ?? '').join(' ')}]`
  if (containers.length === 0) throw badRequest(`a container name must be specified for pod ${name}`)
  const more = starting.length === 0 ? '' : ` or one of the init containers: ${list(starting)}`
  throw badRequest(`a container name must be specified for pod ${name}, choose one of: ${list(containers)}${more}`)
}

/** There is no kubelet to read logs from: a pod without a node has an empty log, and others fail. [POD63] */
export const log: TextSubresource = {
  type: 'text',
  name: 'log',
  verbs: ['get'],
  read(parent: ApiObject, query: URLSearchParams, find: FindStored): string | Promise<string> {
    const pod = parent as Pod
    const errors = validateOptions(query)
    if (errors.length > 0) throw invalidObject({ group: '', kind: 'PodLogOptions' }, pod.metadata.name ?? '', errors)
    checkContainer(pod, query.get('container') ?? '')
    return pod.spec?.nodeName ? failToReachKubelet(pod, find) : ''
  },
}
