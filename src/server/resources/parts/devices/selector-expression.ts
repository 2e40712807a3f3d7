import { type FieldError, type FieldPath, forbidden, internal, invalid } from '#api/field-error.ts'
import {
  type CelEnvironment,
  type CelProgram,
  type CelType,
  type Compilation,
  celTypes as t,
  createCelEnvironment,
  typeName,
} from '#cel/cel.ts'

/** The reference's limit for the estimated cost of one selector. */
const costMax = 1_000_000

const limited = (type: CelType, sizeMax: number): CelType => ({ ...type, sizeMax })

const domain = limited(t.string, 63)
const identifier = limited(t.string, 32)
/** A device has at most 32 attributes and capacities. */
const byDomain = (value: CelType): CelType => limited(t.map(domain, limited(t.map(identifier, value), 32)), 32)
const attribute = limited(t.any, 64)

const deviceType = t.object('kubernetes.DRADevice', {
  driver: limited(t.string, 63),
  attributes: byDomain(attribute),
  capacity: byDomain(t.opaque('kubernetes.Quantity')),
})

let environment: CelEnvironment | undefined

/** Parses and type-checks a device selector. */
export function compileSelector(expression: string): Compilation {
  environment ??= createCelEnvironment({ variables: { device: deviceType }, types: [deviceType], canBind: true })
  return environment.compile(expression)
}

/** Returns the highest cost that the reference estimates for a selector. */
export const selectorCost = (program: CelProgram): number => program.estimateCost(deviceType).max

/** Compiles the expression of a device selector: a bool over `device`, of limited cost. [DRA10] */
export function validateSelectorExpression(expression: string, path: FieldPath): readonly FieldError[] {
  const compiled = compileSelector(expression)
  if (compiled.type === 'failed') return [invalid(path, expression, `compilation failed: ${compiled.text}`)]
  const { program } = compiled
  const { kind } = program.resultType
  if (kind !== 'bool' && kind !== 'any')
    return [invalid(path, expression, `must evaluate to bool or the unknown type, not ${typeName(program.resultType)}`)]
  if (program.problem !== null) return [internal(path, `program instantiation failed: ${program.problem}`)]
  return selectorCost(program) > costMax ? [forbidden(path, 'too complex, exceeds cost limit')] : []
}
