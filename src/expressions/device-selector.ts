import {
  type CelEnvironment,
  CelError,
  CelFailure,
  CelMap,
  type CelInputs,
  type CelOutcome,
  type CelProgram,
  type CelType,
  type CelValue,
  CelEntries,
  type Compilation,
  celTypes as t,
  createCelEnvironment,
  input,
  lazyObject,
  quantityValue,
  semverValue,
  typedValue,
} from '#cel/cel.ts'

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

/** The fields of a device that selectors see. */
export interface SelectableDevice {
  readonly attributes?: { readonly [name: string]: SelectableAttribute } | undefined
  readonly capacity?: { readonly [name: string]: { readonly value?: string | undefined } } | undefined
}

export interface SelectableAttribute {
  readonly int?: number | undefined
  readonly bool?: boolean | undefined
  readonly string?: string | undefined
  readonly version?: string | undefined
}

/** The qualified name of an attribute or capacity: names without a domain are in that of the driver. */
export function qualifiedName(name: string, driver: string): readonly [domain: string, id: string] {
  const at = name.indexOf('/')
  return at < 0 ? [driver, name] : [name.slice(0, at), name.slice(at + 1)]
}

const known = (outcome: CelOutcome): CelValue => {
  if (outcome instanceof CelFailure) throw new CelError(outcome.message)
  return outcome
}

function attributeValue({ int, bool, string, version }: SelectableAttribute): CelValue {
  if (int !== undefined) return known(typedValue(int, t.int))
  if (bool !== undefined) return bool
  if (string !== undefined) return string
  if (version !== undefined) return known(semverValue(version))
  throw new CelError('unsupported attribute value')
}

const none = new CelEntries()

/** Values by domain and name. A domain that a device lacks is an empty map, not an error. */
class DomainMap extends CelMap {
  readonly typeName = 'map'
  private readonly domains: ReadonlyMap<string, CelEntries>
  constructor(domains: ReadonlyMap<string, CelEntries>) {
    super()
    this.domains = domains
  }
  get size(): number {
    return this.domains.size
  }
  get(key: CelValue): CelValue | undefined {
    return typeof key === 'string' ? this.domains.get(key) : undefined
  }
  override element(key: CelValue): CelValue {
    return this.get(key) ?? none
  }
  keys(): readonly CelValue[] {
    return [...this.domains.keys()]
  }
}

function byDomainOf<Kind>(
  values: { readonly [name: string]: Kind } | undefined,
  driver: string,
  valueOf: (value: Kind) => CelValue,
): CelMap {
  const entries = new Map<string, (readonly [string, CelValue])[]>()
  for (const [name, value] of Object.entries(values ?? {})) {
    const [at, id] = qualifiedName(name, driver)
    entries.set(at, [...(entries.get(at) ?? []), [id, valueOf(value)]])
  }
  return new DomainMap(new Map([...entries].map(([at, list]) => [at, new CelEntries(list)])))
}

/** The inputs of a selector for one device. [DRA11] */
export const selectorInputs = (driver: string, device: SelectableDevice): CelInputs => ({
  device: lazyObject('kubernetes.DRADevice', {
    driver: () => driver,
    attributes: () => input(byDomainOf(device.attributes, driver, attributeValue)),
    capacity: () => input(byDomainOf(device.capacity, driver, ({ value }) => known(quantityValue(value ?? '0')))),
  }),
})
