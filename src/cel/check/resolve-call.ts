import type { CelFunction, Overload } from '#cel/library/declare.ts'
import type { CallNode, CelNode } from '#cel/syntax/ast.ts'
import { celTypes, sameType, type CelType } from '#cel/cel-type.ts'
import type { CheckState } from './check-state.ts'
import { isDyn, substitute, type Bindings } from './unify.ts'

interface Candidate {
  readonly fn: CelFunction
  /** The receiver of a member call; `null` for a call by name, such as `math.greatest(1, 2)`. */
  readonly target: CelNode | null
}

/** Resolves the overloads that the argument types allow, and the result type. */
export function resolveCall(state: CheckState, node: CallNode, { fn, target }: Candidate): void {
  const args = target === null ? node.args : [target, ...node.args]
  const types = args.map((arg) => state.typeOf(arg))
  if (fn.name === '_&&_' || fn.name === '_||_') return resolveLogic(state, node, fn)
  const matching: Overload[] = []
  let result: CelType | null = null
  for (const candidate of fn.overloads) {
    if (candidate.isMember !== (target !== null)) continue
    const fresh = withFreshParams(state, candidate)
    if (!state.canAssignAll(types, fresh.args)) continue
    matching.push(candidate)
    const type = state.substituted(fresh.result)
    if (result === null) result = type
    else if (!isDyn(result) && !sameType(result, type)) result = celTypes.dyn
  }
  if (result === null) return noMatch(state, node, { fn, types, isMember: target !== null })
  state.setCall(node, { fn, overloads: matching, args })
  state.setType(node, result)
}

function resolveLogic(state: CheckState, node: CallNode, fn: CelFunction): void {
  let isWrong = false
  for (const arg of node.args)
    if (!state.canAssign(state.typeOf(arg), celTypes.bool)) {
      state.mismatch(arg, celTypes.bool, state.typeOf(arg))
      isWrong = true
    }
  state.setCall(node, { fn, overloads: fn.overloads, args: node.args })
  state.setType(node, isWrong ? celTypes.error : celTypes.bool)
}

interface Fresh {
  readonly args: readonly CelType[]
  readonly result: CelType
}

function withFreshParams(state: CheckState, { args, result, typeParams }: Overload): Fresh {
  if (typeParams.length === 0) return { args, result }
  const fresh: Bindings = new Map(typeParams.map((name) => [name, state.newParam()]))
  return { args: args.map((arg) => substitute(fresh, arg, false)), result: substitute(fresh, result, false) }
}

interface Refused {
  readonly fn: CelFunction
  readonly types: readonly CelType[]
  readonly isMember: boolean
}

function noMatch(state: CheckState, node: CallNode, { fn, types, isMember }: Refused): void {
  const texts = types.map((type) => state.text(type))
  const [first = '', ...rest] = texts
  const signature = isMember ? `${first}.(${rest.join(', ')})` : `(${texts.join(', ')})`
  state.report(node, `found no matching overload for '${fn.name}' applied to '${signature}'`)
  state.setType(node, celTypes.error)
}
