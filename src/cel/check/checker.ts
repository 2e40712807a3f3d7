import type { CallNode, CelNode, FoldNode, IdentNode, ListNode, MapNode, SelectNode } from '#cel/syntax/ast.ts'
import { celTypes, isOptionalType, typeText, type CelType } from '#cel/cel-type.ts'
import { CheckState, type Checked } from './check-state.ts'
import { checkStruct } from './check-struct.ts'
import { resolveCall } from './resolve-call.ts'
import type { Declarations } from './scope.ts'
import { isDyn, mostGeneral } from './unify.ts'

/** Assigns a type to every node and overloads to every call; errors are added to `issues`. */
export function check(source: string, root: CelNode, declarations: Declarations): Checked {
  const state = new CheckState(source, declarations)
  checkNode(state, root)
  return state.finish(root)
}

function checkNode(state: CheckState, node: CelNode): void {
  switch (node.kind) {
    case 'literal':
      return state.setType(node, state.literalType(node.value))
    case 'ident':
      return checkIdent(state, node)
    case 'select':
      return checkSelect(state, node)
    case 'call':
      return checkCall(state, node)
    case 'list':
      return checkList(state, node)
    case 'map':
      return checkMap(state, node)
    case 'struct':
      return checkStruct(state, node, checkNode)
    case 'fold':
      return checkFold(state, node)
    case 'error':
      return state.setType(node, celTypes.error)
  }
}

function checkIdent(state: CheckState, node: IdentNode): void {
  const meaning = state.lookup(node.name)
  if (meaning === null) {
    state.report(node, `undeclared reference to '${node.name}' (in container '')`)
    return state.setType(node, celTypes.error)
  }
  state.setMeaning(node, meaning)
}

function checkSelect(state: CheckState, node: SelectNode): void {
  const name = node.isTest ? null : dottedName(node)
  const meaning = name === null ? null : state.lookupDotted(name)
  if (meaning !== null) return state.setMeaning(node, meaning)
  const field = fieldType(state, node, { operand: node.operand, field: node.field, isOptional: false })
  state.setType(node, node.isTest ? celTypes.bool : field)
}

/** Returns `a.b.c` if the node consists of names and dots only. */
export function dottedName(node: CelNode): string | null {
  if (node.kind === 'ident') return node.name
  if (node.kind !== 'select' || node.isTest) return null
  const prefix = dottedName(node.operand)
  return prefix === null ? null : `${prefix}.${node.field}`
}

interface Selection {
  readonly operand: CelNode
  readonly field: string
  readonly isOptional: boolean
}

function fieldType(state: CheckState, node: CelNode, { operand, field, isOptional }: Selection): CelType {
  checkNode(state, operand)
  const operandType = state.resolved(operand)
  const isOptionalOperand = isOptionalType(operandType)
  const target = isOptionalOperand ? (operandType.params[0] ?? celTypes.dyn) : operandType
  const result = typeOfField(state, node, { target, field })
  return isOptional || isOptionalOperand ? celTypes.optional(result) : state.substituted(result)
}

function typeOfField(
  state: CheckState,
  node: CelNode,
  select: { readonly target: CelType; readonly field: string },
): CelType {
  const { target, field } = select
  if (target.kind === 'map') return target.params[1] ?? celTypes.dyn
  if (target.kind === 'object') {
    const found = target.fields?.().get(field)
    if (found !== undefined) return found.type
    state.report(node, `undefined field '${field}'`)
    return celTypes.error
  }
  if (target.kind === 'opaque' && target.name.startsWith('kubernetes.')) {
    // The reference treats these as objects without fields.
    state.report(node, `unexpected failed resolution of '${target.name}'`)
    return celTypes.error
  }
  if (target.kind === 'param') state.canAssign(celTypes.dyn, target)
  else if (!isDyn(target) && target.kind !== 'error')
    state.report(node, `type '${typeText(target)}' does not support field selection`)
  return celTypes.dyn
}

function checkCall(state: CheckState, node: CallNode): void {
  if (node.name === '_?._') return checkOptionalSelect(state, node)
  for (const arg of node.args) checkNode(state, arg)
  const prefix = node.target === null ? null : dottedName(node.target)
  const qualified = prefix === null ? undefined : state.functionNamed(`${prefix}.${node.name}`)
  if (qualified !== undefined) return resolveCall(state, node, { fn: qualified, target: null })
  if (node.target !== null) checkNode(state, node.target)
  const fn = state.functionNamed(node.name)
  if (fn !== undefined) return resolveCall(state, node, { fn, target: node.target })
  state.setType(node, celTypes.error)
  state.report(node, `undeclared reference to '${node.name}' (in container '')`)
}

function checkOptionalSelect(state: CheckState, node: CallNode): void {
  const [operand, field] = node.args
  if (operand === undefined || field?.kind !== 'literal' || typeof field.value !== 'string') return
  state.setType(node, fieldType(state, node, { operand, field: field.value, isOptional: true }))
  state.setType(field, celTypes.string)
  const fn = state.functionNamed(node.name)
  if (fn !== undefined) state.setCall(node, { fn, overloads: fn.overloads, args: node.args })
}

function checkList(state: CheckState, node: ListNode): void {
  let joined: CelType | null = null
  for (const [i, element] of node.elements.entries()) {
    checkNode(state, element)
    const type = state.typeOf(element)
    joined = join(state, joined, node.optionals.has(i) ? unwrap(state, element, type) : type)
  }
  state.setType(node, celTypes.list(joined ?? state.newParam()))
}

function checkMap(state: CheckState, node: MapNode): void {
  let keys: CelType | null = null
  let values: CelType | null = null
  for (const { key, value, isOptional } of node.entries) {
    checkNode(state, key)
    keys = join(state, keys, state.typeOf(key))
    checkNode(state, value)
    const type = state.typeOf(value)
    values = join(state, values, isOptional ? unwrap(state, value, type) : type)
  }
  state.setType(node, celTypes.map(keys ?? state.newParam(), values ?? state.newParam()))
}

/** Returns the type inside an optional; `?` before an element requires an optional. */
export function unwrap(state: CheckState, node: CelNode, type: CelType): CelType {
  if (isOptionalType(type)) return type.params[0] ?? celTypes.dyn
  if (!isDyn(type)) state.mismatch(node, celTypes.optional(type), type)
  return type
}

/**
 * Returns the common type of a literal's elements. Mixed types are checked later, because some functions accept
 * mixed lists.
 */
function join(state: CheckState, before: CelType | null, type: CelType): CelType {
  if (before === null) return type
  return state.canAssign(before, type) ? mostGeneral(before, type) : celTypes.dyn
}

function checkFold(state: CheckState, node: FoldNode): void {
  checkNode(state, node.range)
  checkNode(state, node.initial)
  const range = state.resolved(node.range)
  const accumulated = state.typeOf(node.initial)
  state.enter([[node.accumulator, accumulated]])
  const [first, second] = iterated(state, node, range)
  state.enter([[node.variable, first], ...(node.variable2 === null ? [] : [[node.variable2, second] as const])])
  checkNode(state, node.condition)
  state.expect(node.condition, celTypes.bool)
  checkNode(state, node.step)
  state.expect(node.step, accumulated)
  state.leave()
  checkNode(state, node.result)
  state.leave()
  state.setType(node, state.resolved(node.result))
}

/** Returns the types of a comprehension's variables over a range; with one variable the first counts. */
function iterated(state: CheckState, node: FoldNode, range: CelType): readonly [CelType, CelType] {
  const hasTwo = node.variable2 !== null
  const [first = celTypes.dyn, second = celTypes.dyn] = range.params
  switch (range.kind) {
    case 'list':
      return hasTwo ? [celTypes.int, first] : [first, first]
    case 'map':
      return [first, second]
    case 'dyn':
    case 'error':
    case 'param':
      state.canAssign(celTypes.dyn, range)
      return [celTypes.dyn, celTypes.dyn]
    default:
      state.report(
        node.range,
        `expression of type '${typeText(range)}' cannot be range of a comprehension (must be list, map, or dynamic)`,
      )
      return [celTypes.error, celTypes.error]
  }
}
