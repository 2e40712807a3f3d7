import { type Pieces, doneAtOnce } from '#api/bodies/in-pieces.ts'
import { type FieldError, type FieldPath, child, index, invalid, key } from '#api/field-error.ts'
import { isObject, type Json, type JsonObject, own, textOf } from '#api/json.ts'
import { type CelInputs, type CelResult, RUNTIME_CEL_COST_BUDGET } from '#cel/cel.ts'
import { extension } from '#server/structural/structural-schema.ts'
import type { CompiledRule } from './compile-rule.ts'
import { type Correlation, OldItems, enterField, enterItem, noCorrelation } from './correlation.ts'
import { runRule, type RuleOutcome } from './run-rule.ts'
import type { RuleNode } from './rule-tree.ts'

/** The errors of rules on an object, and the warnings for violations that already existed. */
export interface RuleFindings {
  readonly errors: readonly FieldError[]
  /** Texts of warnings: violations on values that an update did not change. */
  readonly warnings: readonly string[]
}

/** Receives the result of a rule for the value at `path`, each time that it ran. */
export type ObserveRule = (rule: CompiledRule, path: FieldPath, result: CelResult, inputs: CelInputs) => void

/** The state of a run over one object: its errors and the remaining cost budget. */
export interface RuleRun {
  readonly errors: FieldError[]
  readonly warnings: string[]
  /** Negative: the budget is exhausted and no further rules run. */
  budget: number
  readonly observe?: ObserveRule | undefined
}

interface Spot {
  readonly path: FieldPath
  readonly value: Json
  /** The value of `oldSelf`; undefined if there is no corresponding old value. */
  readonly old: Json | undefined
  readonly correlation: Correlation
}

/** Runs the rules of a schema on a default value, which is also its own old value. */
export function runRulesOnDefault(tree: RuleNode, value: Json, path: FieldPath): RuleFindings {
  const run = newRun()
  doneAtOnce(visit(tree, { path, value, old: value, correlation: noCorrelation }, run))
  return run
}

const newRun = (observe?: ObserveRule): RuleRun => ({
  errors: [],
  warnings: [],
  budget: RUNTIME_CEL_COST_BUDGET,
  observe,
})

/**
 * Runs all rules of a schema on an object. @param live the object that it replaces, null on create. @param observe
 * absent except in trials [CVR2]
 */
export const runRules = (
  tree: RuleNode,
  next: JsonObject,
  live: JsonObject | null,
  observe?: ObserveRule,
): RuleFindings => doneAtOnce(runRulesInPieces(tree, next, live, observe))

/** Does what `runRules` does. [ER8] */
export function* runRulesInPieces(
  tree: RuleNode,
  next: JsonObject,
  live: JsonObject | null,
  observe?: ObserveRule,
): Pieces<RuleFindings> {
  const run = newRun(observe)
  const correlation = live === null ? noCorrelation : { current: { value: next, old: live }, parent: null }
  yield* visit(tree, { path: '', value: next, old: live ?? undefined, correlation }, run)
  return run
}

function* visit(node: RuleNode, spot: Spot, run: RuleRun): Pieces<void> {
  if (spot.value === null) return
  runOwnRules(node, spot, run)
  for (const each of node.allOf) {
    if (run.budget < 0) return
    yield* visit(each, { ...spot, correlation: { current: null, parent: spot.correlation.parent } }, run)
  }
  if (run.budget < 0) return
  if (Array.isArray(spot.value)) yield* visitItems(node, spot, run, spot.value)
  else if (isObject(spot.value)) yield* visitMembers(node, spot, run, spot.value)
}

function runOwnRules(node: RuleNode, { path, value, old, correlation }: Spot, run: RuleRun): void {
  const rules = node.rules()
  if (rules.length === 0 || node.type === null) return
  const type = textOf(node.schema.type)
  // The reference prints the root path as `<nil>`.
  const here = path === '' ? '<nil>' : path
  if (run.budget <= 0) {
    const text = 'validation failed due to running out of cost budget, no further validation rules will be run'
    run.errors.push(invalid(here, type, text))
    run.budget = -1
    return
  }
  const context = { path, here, type, celType: node.type, value, old, correlation }
  for (const rule of rules) {
    const outcome: RuleOutcome = runRule(rule, context, run)
    if (outcome === 'stop') return
  }
}

/** After this number of items or members others have a turn. */
const PIECE_VALUES = 100

function* visitItems(node: RuleNode, spot: Spot, run: RuleRun, value: readonly Json[]): Pieces<void> {
  const { items, schema } = node
  if (items === null) return
  const olds = new OldItems(schema, spot.old)
  const correlated = spot.correlation.current?.old
  const correlatedOlds = correlated === spot.old ? olds : new OldItems(schema, correlated)
  for (const [at, item] of value.entries()) {
    const correlation = enterItem(spot.correlation, correlatedOlds, at)
    if (at % PIECE_VALUES === PIECE_VALUES - 1) yield
    yield* visit(items, { path: index(spot.path, at), value: item, old: olds.of(item), correlation }, run)
    if (run.budget < 0) return
  }
}

function* visitMembers(node: RuleNode, spot: Spot, run: RuleRun, value: JsonObject): Pieces<void> {
  const { additional, properties, schema } = node
  const mapType = extension(schema, 'map-type')
  const isCorrelatable = mapType === undefined || mapType === 'granular' || mapType === 'atomic'
  const before = isCorrelatable && isObject(spot.old) ? spot.old : undefined
  for (const [at, name] of Object.keys(value).toSorted().entries()) {
    if (at % PIECE_VALUES === PIECE_VALUES - 1) yield
    const field = properties.get(name)
    const inner = additional ?? field
    const member = own(value, name)
    if (inner === undefined || member === undefined) continue
    const path = additional === null ? child(spot.path, name) : key(spot.path, name)
    yield* visit(
      inner,
      { path, value: member, old: own(before, name), correlation: enterField(spot.correlation, schema, name) },
      run,
    )
    if (run.budget < 0) return
  }
}
