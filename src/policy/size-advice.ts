import { type CelType, PER_CALL_LIMIT } from '#cel/cel.ts'
import type { PolicyPlace, PolicyText } from './policy-text.ts'
import { type PolicyTypes, scopesOf } from './scopes.ts'

/** The limit that the advice proposes for the size of a field. */
export const PROPOSED_SIZE = 100

/** Each field takes two estimates. */
const FIELDS_MAX = 12

/** A field whose size no schema bounds, and the keyword that would. */
export interface UnboundedField {
  /** `object.spec.authors`, `self.names[*]` */
  readonly path: string
  readonly keyword: 'maxItems' | 'maxLength' | 'maxProperties'
}

/** The fields that make an expression costly at worst, and its worst cost if each had a limit of {@link PROPOSED_SIZE}. */
export interface SizeAdvice {
  readonly fields: readonly UnboundedField[]
  readonly worst: number
}

/**
 * Returns the field whose limit would keep an expression below the limit of a call; if no single one does, all fields whose
 * limits lower its worst cost. Returns `null` if none does. [CB18]
 */
export function sizeAdvice(text: PolicyText, types: PolicyTypes, place: PolicyPlace, worst: number): SizeAdvice | null {
  const read = new Map<string, UnboundedField>()
  const withLimits = (isLimited: (path: string) => boolean): number => {
    const change = (type: CelType, variable: string): CelType =>
      limited(type, variable, (field) => {
        read.set(field.path, field)
        return isLimited(field.path)
      })
    const { untyped, typed } = scopesOf(text, types, change)(place)
    const { environment, variables } = typed[0]?.scope ?? untyped
    const compiled = environment.compile(place.source)
    return compiled.type === 'failed' ? worst : compiled.program.estimateCost(variables).max
  }
  const all = withLimits(() => true)
  if (all >= worst || read.size > FIELDS_MAX) return null
  const fields = [...read.values()]
  const alone = fields.map((field) => ({ fields: [field], worst: withLimits((path) => path === field.path) }))
  const best = alone.toSorted((one, other) => one.worst - other.worst)[0]
  if (best !== undefined && best.worst <= PER_CALL_LIMIT) return best
  const causing = fields.filter((field) => withLimits((path) => path !== field.path) > all)
  return { fields: causing.toSorted((one, other) => (one.path < other.path ? -1 : 1)), worst: all }
}

const keywords: ReadonlyMap<CelType['kind'], UnboundedField['keyword']> = new Map([
  ['list', 'maxItems'],
  ['map', 'maxProperties'],
  ['string', 'maxLength'],
  ['bytes', 'maxLength'],
])

/** A text of as many characters has up to four bytes for each. */
const proposedSize = (kind: CelType['kind']): number => (kind === 'string' ? PROPOSED_SIZE * 4 : PROPOSED_SIZE)

/** Returns a type in which each unbounded size that is read is the proposed one if `isLimited` says so. */
function limited(type: CelType, path: string, isLimited: (field: UnboundedField) => boolean): CelType {
  const { kind, params, fields, sizeMax, isUnbounded } = type
  const keyword = keywords.get(kind)
  let known: ReturnType<NonNullable<CelType['fields']>> | null = null
  const inner = (): NonNullable<typeof known> =>
    (known ??= new Map(
      [...(fields?.() ?? [])].map(([name, field]) => [
        name,
        { ...field, type: limited(field.type, `${path}.${field.jsonName}`, isLimited) },
      ]),
    ))
  const changed = {
    ...type,
    params: params.map((param) => limited(param, `${path}[*]`, isLimited)),
    ...(fields !== undefined && { fields: inner }),
  }
  if (isUnbounded !== true || keyword === undefined) return changed
  return Object.defineProperty(changed, 'sizeMax', {
    enumerable: true,
    get: () => (isLimited({ path, keyword }) ? proposedSize(kind) : sizeMax),
  })
}
