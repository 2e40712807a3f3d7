import type { FeatureGate } from '#facts/debug-api.ts'
import { maturities, type Maturity, type Stage } from './maturity.ts'

/** Gates that the code checks by name. Locked gates are never checked. */
export type GateName = 'APIResponseCompression' | 'MutatingAdmissionPolicy' | 'WatchList'

/** The state of the feature gates. It may change while the server runs. [FG1] */
export interface FeatureGates {
  enabled(feature: GateName): boolean
  /** Returns all gates. */
  list(): readonly FeatureGate[]
  /** Sets all gates of `wanted`, or none if one cannot be set. @throws FeatureGateError */
  set(wanted: ReadonlyMap<string, boolean>): void
  /** Registers a listener that is called when gates were set. */
  onChange(listener: () => void): void
}

/** An unknown gate, or a value that cannot be set. The message is that of the reference. */
export class FeatureGateError extends Error {}

/** Names that set all gates of a stage. */
const groups: ReadonlyMap<string, Stage> = new Map([
  ['AllAlpha', 'ALPHA'],
  ['AllBeta', 'BETA'],
])

interface Gate {
  readonly name: string
  readonly since: string
  readonly stage: Stage
  readonly isOnByDefault: boolean
}

const toGate = (name: string, history: readonly Maturity[]): Gate => {
  const [since, stage, isOnByDefault] = history.at(-1) ?? ['', 'ALPHA', false]
  return { name, since, stage, isOnByDefault }
}

/** Creates feature gates. `text` has the syntax of `--feature-gates`. @throws FeatureGateError */
export function createFeatureGates(text = ''): FeatureGates {
  const gates = new Map([...maturities].map(([name, history]) => [name, toGate(name, history)]))
  let chosen: ReadonlyMap<string, boolean> = new Map()
  const listeners: (() => void)[] = []
  const isOn = (gate: Gate): boolean => chosen.get(gate.name) ?? gate.isOnByDefault
  const features: FeatureGates = {
    enabled(feature) {
      const gate = gates.get(feature)
      return gate !== undefined && isOn(gate)
    },
    list: () => [...gates.values()].map((gate) => ({ ...describe(gate), enabled: isOn(gate) })),
    set(wanted) {
      for (const [name, value] of wanted) check(gates, name, value)
      chosen = new Map([...chosen, ...ofGroups(gates, wanted), ...wanted])
      for (const listener of listeners) listener()
    },
    onChange: (listener) => void listeners.push(listener),
  }
  features.set(parseFeatureGates(text))
  return features
}

const describe = ({ name, since, stage, isOnByDefault }: Gate): Omit<FeatureGate, 'enabled'> => ({
  name,
  since,
  stage,
  default: isOnByDefault,
  locked: stage === 'GA',
})

function check(gates: ReadonlyMap<string, Gate>, name: string, value: boolean): void {
  if (groups.has(name)) return
  const gate = gates.get(name)
  if (gate === undefined) throw new FeatureGateError(`unrecognized feature gate: ${name}`)
  if (gate.stage === 'GA' && gate.isOnByDefault !== value) {
    throw new FeatureGateError(
      `cannot set feature gate ${name} to ${value}, feature is locked to ${gate.isOnByDefault}`,
    )
  }
}

/** Expands the names of stages to single gates; the name of a single gate takes precedence. [FG3] */
function ofGroups(
  gates: ReadonlyMap<string, Gate>,
  wanted: ReadonlyMap<string, boolean>,
): readonly (readonly [string, boolean])[] {
  return [...groups].flatMap(([group, stage]) => {
    const value = wanted.get(group)
    if (value === undefined) return []
    return [...gates.values()].filter((gate) => gate.stage === stage).map(({ name }) => [name, value] as const)
  })
}

const words: ReadonlyMap<string, boolean> = new Map([
  ...['1', 't', 'T', 'true', 'TRUE', 'True'].map((word) => [word, true] as const),
  ...['0', 'f', 'F', 'false', 'FALSE', 'False'].map((word) => [word, false] as const),
])

/** Parses `A=true,B=false`. @throws FeatureGateError [FG2] */
export function parseFeatureGates(text: string): ReadonlyMap<string, boolean> {
  const wanted = new Map<string, boolean>()
  for (const part of text.split(',').filter((each) => each !== '')) {
    const equals = part.indexOf('=')
    const name = (equals < 0 ? part : part.slice(0, equals)).trim()
    if (equals < 0) throw new FeatureGateError(`missing bool value for ${name}`)
    const word = part.slice(equals + 1).trim()
    const value = words.get(word)
    if (value === undefined) {
      const why = `strconv.ParseBool: parsing ${JSON.stringify(word)}: invalid syntax`
      throw new FeatureGateError(`invalid value of ${name}=${word}, err: ${why}`)
    }
    wanted.set(name, value)
  }
  return wanted
}
