import { celTypes, sameType, type CelType } from '#cel/cel-type.ts'

/** The types bound to type parameters so far. Copy it before an attempt, so that a failed one leaves no bindings. */
export type Bindings = Map<string, CelType>

export const isDyn = (type: CelType): boolean => type.kind === 'dyn' || type.kind === 'any'
const isDynOrError = (type: CelType): boolean => isDyn(type) || type.kind === 'error'

/** Returns the bindings with which every `from` is assignable to its `to`, or null if there are none. */
export function assignAll(bindings: Bindings, from: readonly CelType[], to: readonly CelType[]): Bindings | null {
  const tried = new Map(bindings)
  return fitsAll(tried, from, to) ? tried : null
}

export const assign = (bindings: Bindings, from: CelType, to: CelType): Bindings | null =>
  assignAll(bindings, [from], [to])

const fitsAll = (bindings: Bindings, a: readonly CelType[], b: readonly CelType[]): boolean =>
  a.length === b.length &&
  a.every((type, i) => {
    const other = b[i]
    return other !== undefined && fits(bindings, type, other)
  })

function fits(bindings: Bindings, a: CelType, b: CelType): boolean {
  if (b.kind === 'param') {
    const bound = bind(bindings, b, a)
    if (bound !== 'free') return bound === 'fits'
  }
  if (a.kind === 'param') return bind(bindings, a, b) === 'fits'
  if (isDynOrError(a) || isDynOrError(b)) return true
  if (a.kind === 'null') return isNullable(b)
  if (b.kind === 'null') return isNullable(a)
  return fitsKind(bindings, a, b)
}

function fitsKind(bindings: Bindings, a: CelType, b: CelType): boolean {
  if (a.kind === 'type') return b.kind === 'type'
  if (a.kind === 'list' || a.kind === 'map' || a.kind === 'opaque')
    return a.kind === b.kind && a.name === b.name && fitsAll(bindings, a.params, b.params)
  return a.kind === b.kind && a.name === b.name
}

const nullable: ReadonlySet<CelType['kind']> = new Set(['opaque', 'object', 'any', 'duration', 'timestamp', 'null'])
const isNullable = (type: CelType): boolean => nullable.has(type.kind)

/** `free`: the parameter cannot be bound because it occurs in the type itself. */
function bind(bindings: Bindings, param: CelType, type: CelType): 'fits' | 'differs' | 'free' {
  if (sameType(param, type)) return 'fits'
  const bound = bindings.get(param.name)
  if (bound !== undefined) {
    if (sameType(bound, type)) return 'fits'
    if (!fits(bindings, type, bound)) return 'differs'
    const general = mostGeneral(type, bound)
    if (!occursIn(bindings, param, general)) bindings.set(param.name, general)
    return 'fits'
  }
  if (occursIn(bindings, param, type)) return 'free'
  bindings.set(param.name, type)
  return 'fits'
}

function occursIn(bindings: Bindings, param: CelType, type: CelType): boolean {
  if (sameType(param, type)) return true
  if (type.kind === 'param') {
    const bound = bindings.get(type.name)
    return bound !== undefined && occursIn(bindings, param, bound)
  }
  return type.params.some((inner) => occursIn(bindings, param, inner))
}

/** Returns the more general of two compatible types. */
export const mostGeneral = (a: CelType, b: CelType): CelType => (isAsGeneral(a, b) ? a : b)

function isAsGeneral(a: CelType, b: CelType): boolean {
  if (isDyn(a) || a.kind === 'param') return true
  if (isDyn(b) || b.kind === 'param') return false
  if (a.kind !== b.kind) return false
  if (a.kind === 'type') return true
  if (a.params.length === 0 || a.params.length !== b.params.length) return sameType(a, b)
  return a.name === b.name && a.params.every((param, i) => isAsGeneral(param, b.params[i] ?? celTypes.dyn))
}

/** Replaces the type's parameters by their bindings. @param freeToDyn whether unbound parameters become dyn */
export function substitute(bindings: Bindings, type: CelType, freeToDyn: boolean): CelType {
  if (type.kind === 'param') {
    const bound = bindings.get(type.name)
    if (bound !== undefined) return substitute(bindings, bound, freeToDyn)
    return freeToDyn ? celTypes.dyn : type
  }
  if (type.params.length === 0) return type
  const params = type.params.map((param) => substitute(bindings, param, freeToDyn))
  return params.every((param, i) => param === type.params[i]) ? type : { ...type, params }
}
