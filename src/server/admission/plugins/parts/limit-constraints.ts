import { isObject, type Json, type JsonObject, own } from '#api/json.ts'
import { addQuantities, compareQuantities, formatQuantity, parseQuantity, quantityMilliValue } from '#api/quantity.ts'

/** Quantities by resource name, in their text form. */
export type Amounts = Readonly<Record<string, string>>

/** One entry of a LimitRange's `spec.limits`. */
export interface Limit {
  readonly type: string
  readonly min: Amounts
  readonly max: Amounts
  readonly ratio: Amounts
}

/** The resources that one container, pod or claim requests. */
export interface Usage {
  readonly requests: Amounts
  readonly limits: Amounts
}

/** Reads a map of quantities from an object. A value of another type counts as empty. */
export function toAmounts(value: Json | undefined): Amounts {
  if (!isObject(value)) return {}
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, amount]) =>
      typeof amount === 'string' || typeof amount === 'number' ? [[name, String(amount)]] : [],
    ),
  )
}

export const toUsage = (resources: Json | undefined): Usage => {
  const { requests, limits } = isObject(resources) ? resources : ({} as JsonObject)
  return { requests: toAmounts(requests), limits: toAmounts(limits) }
}

const isMore = (a: string, b: string): boolean => compareQuantities(parseQuantity(a), parseQuantity(b)) > 0

/** Returns a message for every bound that `usage` violates, in the reference's words. */
export function brokenBounds(limit: Limit, usage: Usage): readonly string[] {
  return [
    ...sorted(limit.min).flatMap((bound) => belowMinimum(limit.type, bound, usage) ?? []),
    ...sorted(limit.max).flatMap((bound) => aboveMaximum(limit.type, bound, usage) ?? []),
    ...sorted(limit.ratio).flatMap((bound) => aboveRatio(limit.type, bound, usage) ?? []),
  ]
}

interface Bound {
  readonly name: string
  readonly value: string
}

/** Sorted, because the reference iterates its maps in random order. */
const sorted = (amounts: Amounts): readonly Bound[] =>
  Object.keys(amounts)
    .toSorted()
    .map((name) => ({ name, value: amounts[name] ?? '0' }))

function belowMinimum(type: string, { name, value }: Bound, { requests, limits }: Usage): string | null {
  const [request, limit] = [own(requests, name), own(limits, name)]
  const bound = `minimum ${name} usage per ${type} is ${value}`
  if (request === undefined) return `${bound}.  No request is specified`
  if (isMore(value, request)) return `${bound}, but request is ${request}`
  return limit !== undefined && isMore(value, limit) ? `${bound}, but limit is ${limit}` : null
}

function aboveMaximum(type: string, { name, value }: Bound, { requests, limits }: Usage): string | null {
  const [request, limit] = [own(requests, name), own(limits, name)]
  const bound = `maximum ${name} usage per ${type} is ${value}`
  if (limit === undefined) return `${bound}.  No limit is specified`
  if (isMore(limit, value)) return `${bound}, but limit is ${limit}`
  return request !== undefined && isMore(request, value) ? `${bound}, but request is ${request}` : null
}

/** Returns the violated bounds of a claim, which has requests only. */
export function claimBounds(limit: Limit, requests: Amounts): readonly string[] {
  const usage = { requests, limits: {} }
  return [
    ...sorted(limit.min).flatMap((bound) => belowMinimum(limit.type, bound, usage) ?? []),
    ...sorted(limit.max).flatMap(({ name, value }) => {
      const request = own(requests, name)
      const bound = `maximum ${name} usage per ${limit.type} is ${value}`
      if (request === undefined) return [`${bound}.  No request is specified`]
      return isMore(request, value) ? [`${bound}, but request is ${request}`] : []
    }),
  ]
}

function aboveRatio(type: string, { name, value }: Bound, { requests, limits }: Usage): string | null {
  const bound = `${name} max limit to request ratio per ${type} is ${value}`
  const [request, limit] = [milli(own(requests, name)), milli(own(limits, name))]
  if (request === 0) return `${bound}, but no request is specified or request is 0`
  if (limit === 0) return `${bound}, but no limit is specified or limit is 0`
  const ratio = limit / request
  return ratio * 1000 > milli(value) ? `${bound}, but provided ratio is ${ratio.toFixed(6)}` : null
}

const milli = (amount: string | undefined): number =>
  amount === undefined ? 0 : Number(quantityMilliValue(parseQuantity(amount)))

const combine = (a: Amounts, b: Amounts, pick: (x: string, y: string) => string): Amounts => {
  const all = { ...a }
  for (const [name, amount] of Object.entries(b)) {
    const present = own(all, name)
    all[name] = present === undefined ? amount : pick(present, amount)
  }
  return all
}

/** Returns the sum per resource. */
export const sumOf = (a: Amounts, b: Amounts): Amounts =>
  combine(a, b, (x, y) => formatQuantity(addQuantities(parseQuantity(x), parseQuantity(y))))

/** Returns the maximum per resource. */
export const largestOf = (a: Amounts, b: Amounts): Amounts => combine(a, b, (x, y) => (isMore(y, x) ? y : x))
