import { child, type FieldError, type FieldPath, index, invalid, key } from '#api/field-error.ts'
import { own } from '#api/json.ts'
import { addAmounts, compareAmounts } from '#server/resources/parts/validation/amounts.ts'
import type { Container, PodSpec } from '#server/kinds/types/core-v1.ts'

type Amounts = { readonly [name: string]: string }

/**
 * Returns the total requests of all containers: the sum of those that run concurrently, or the largest init container.
 */
export function aggregateRequests(spec: PodSpec): Amounts {
  let running: Amounts = {}
  for (const container of spec.containers ?? []) running = add(running, container.resources?.requests ?? {})
  let sidecars: Amounts = {}
  let starting: Amounts = {}
  for (const container of spec.initContainers ?? []) {
    const requests = container.resources?.requests ?? {}
    if (isSidecar(container)) {
      running = add(running, requests)
      sidecars = add(sidecars, requests)
      starting = greatest(starting, sidecars)
    } else starting = greatest(starting, add(sidecars, requests))
  }
  return greatest(running, starting)
}

/** Reports whether an init container is restartable, and so keeps running beside the main containers. */
export const isSidecar = (container: Container): boolean => container.restartPolicy === 'Always'

const combine = (a: Amounts, b: Amounts, each: (x: string, y: string) => string): Amounts => {
  const names = new Set([...Object.keys(a), ...Object.keys(b)])
  return Object.fromEntries(
    [...names].map((name) => {
      const [x, y] = [own(a, name), own(b, name)]
      return [name, x === undefined ? (y ?? '0') : y === undefined ? x : each(x, y)]
    }),
  )
}
const add = (a: Amounts, b: Amounts): Amounts => combine(a, b, addAmounts)
const greatest = (a: Amounts, b: Amounts): Amounts => combine(a, b, (x, y) => (compareAmounts(x, y) >= 0 ? x : y))

/** Pod-level requests must cover those of the containers, and no container limit may exceed the pod's. [POD24] */
export function validatePodConsistency(spec: PodSpec, path: FieldPath): readonly FieldError[] {
  const { requests = {}, limits = {} } = spec.resources ?? {}
  const errors: FieldError[] = []
  for (const [name, amount] of Object.entries(aggregateRequests(spec)).toSorted(byName)) {
    const podAmount = own(requests, name)
    if (podAmount === undefined || compareAmounts(amount, podAmount) <= 0) continue
    const why = `must be greater than or equal to aggregate container requests of ${amount}`
    errors.push(invalid(key(child(path, 'requests'), name), podAmount, why))
  }
  const containers = child(path, 'containers')
  return [
    ...errors,
    ...(spec.containers ?? []).flatMap((container, at) => validateLimits(container, limits, index(containers, at))),
  ]
}

const validateLimits = (container: Container, podLimits: Amounts, path: FieldPath): readonly FieldError[] =>
  Object.entries(container.resources?.limits ?? {})
    .toSorted(byName)
    .flatMap(([name, limit]) => {
      const podLimit = own(podLimits, name)
      if (podLimit === undefined || compareAmounts(limit, podLimit) <= 0) return []
      return [
        invalid(child(key(path, name), 'limits'), limit, `must be less than or equal to pod limits of ${podLimit}`),
      ]
    })

const byName = (a: readonly [string, string], b: readonly [string, string]): number => (a[0] < b[0] ? -1 : 1)

/** Defaults the pod-level requests from the limits and the containers. [POD24] */
export function defaultPodRequests(spec: PodSpec): void {
  const { resources } = spec
  if (!resources || Object.keys(resources.limits ?? {}).length === 0) return
  const requests: { [name: string]: string } = { ...resources.requests }
  const implied = [
    ...Object.entries(aggregateRequests(spec)).filter(([name]) => isCommon(name)),
    ...Object.entries(resources.limits ?? {}).filter(([name]) => isCommon(name) || name.startsWith('hugepages-')),
  ]
  for (const [name, amount] of implied) requests[name] ??= amount
  if (Object.keys(requests).length > 0) resources.requests = requests
}

const isCommon = (name: string): boolean => name === 'cpu' || name === 'memory'
