import type { CelNode, StructField, StructNode } from '#cel/syntax/ast.ts'
import { celTypes, isOptionalType, type CelType } from '#cel/cel-type.ts'
import type { CheckState } from './check-state.ts'
import { isDyn } from './unify.ts'

type CheckNode = (state: CheckState, node: CelNode) => void

/** Checks `Object{field: value}`: the type must be an object type of the environment. */
export function checkStruct(state: CheckState, node: StructNode, checkNode: CheckNode): void {
  const type = structType(state, node)
  state.setType(node, type)
  for (const field of node.fields) checkField(state, field, { type, checkNode })
}

function structType(state: CheckState, node: StructNode): CelType {
  const name = node.typeName.replace(/^\./, '')
  const { madeType, types } = state.declarations
  const type = madeType(name) ?? types.get(name)
  if (type === undefined) {
    state.report(node, `undeclared reference to '${node.typeName}' (in container '')`)
    return celTypes.error
  }
  if (type.kind === 'object') return type
  state.report(node, `'${type.name}' is not a message type`)
  return celTypes.error
}

interface Owner {
  readonly type: CelType
  readonly checkNode: CheckNode
}

function checkField(state: CheckState, field: StructField, { type, checkNode }: Owner): void {
  checkNode(state, field.value)
  const declared = type.fields?.().get(field.name)?.type
  if (declared === undefined && type.kind === 'object') state.report(field, `undefined field '${field.name}'`)
  const given = givenType(state, field)
  const expected = declared ?? celTypes.error
  if (!state.canAssign(expected, given))
    state.report(
      field,
      `expected type of field '${field.name}' is '${state.text(expected)}' but provided type is '${state.text(given)}'`,
    )
}

function givenType(state: CheckState, { value, isOptional }: StructField): CelType {
  const type = state.typeOf(value)
  if (!isOptional) return type
  if (isOptionalType(type)) return type.params[0] ?? celTypes.dyn
  if (!isDyn(type)) state.mismatch(value, celTypes.optional(type), type)
  return type
}
