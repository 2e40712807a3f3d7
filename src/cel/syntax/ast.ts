import type { CelConstant } from '../run/value.ts'

interface NodeBase {
  /** Unique in its expression, from 1. */
  readonly id: number
  /** The whole node, UTF-16 offsets. */
  readonly from: number
  readonly to: number
  /** Where the reference's messages point to: the operator, the dot, the opening bracket. */
  readonly at: number
}

export interface LiteralNode extends NodeBase {
  readonly kind: 'literal'
  readonly value: CelConstant
}
export interface IdentNode extends NodeBase {
  readonly kind: 'ident'
  readonly name: string
}
export interface SelectNode extends NodeBase {
  readonly kind: 'select'
  readonly operand: CelNode
  readonly field: string
  /** `has(operand.field)`. */
  readonly isTest: boolean
}
export interface CallNode extends NodeBase {
  readonly kind: 'call'
  readonly name: string
  readonly target: CelNode | null
  readonly args: readonly CelNode[]
}
export interface ListNode extends NodeBase {
  readonly kind: 'list'
  readonly elements: readonly CelNode[]
  /** Indexes of `[?element]`. */
  readonly optionals: ReadonlySet<number>
}
export interface MapEntry extends NodeBase {
  readonly key: CelNode
  readonly value: CelNode
  readonly isOptional: boolean
}
export interface MapNode extends NodeBase {
  readonly kind: 'map'
  readonly entries: readonly MapEntry[]
}
export interface StructField extends NodeBase {
  readonly name: string
  readonly value: CelNode
  readonly isOptional: boolean
}
export interface StructNode extends NodeBase {
  readonly kind: 'struct'
  readonly typeName: string
  readonly fields: readonly StructField[]
}
/** What macros become: a fold over a list or the keys of a map. */
export interface FoldNode extends NodeBase {
  readonly kind: 'fold'
  /** As it was written, for display. */
  readonly macro: string
  readonly range: CelNode
  readonly variable: string
  /** Of macros with two variables: the element or the value, and `variable` is the index or the key. */
  readonly variable2: string | null
  readonly accumulator: string
  readonly initial: CelNode
  readonly condition: CelNode
  readonly step: CelNode
  readonly result: CelNode
}
/** Stands for text that could not be read; such a tree is never checked or run. */
export interface ErrorNode extends NodeBase {
  readonly kind: 'error'
}

export type CelNode =
  | LiteralNode
  | IdentNode
  | SelectNode
  | CallNode
  | ListNode
  | MapNode
  | StructNode
  | FoldNode
  | ErrorNode

/** The direct parts of a node, in the order of evaluation. */
export function partsOf(node: CelNode): readonly CelNode[] {
  switch (node.kind) {
    case 'literal':
    case 'ident':
    case 'error':
      return []
    case 'select':
      return [node.operand]
    case 'call':
      return node.target === null ? node.args : [node.target, ...node.args]
    case 'list':
      return node.elements
    case 'map':
      return node.entries.flatMap((entry) => [entry.key, entry.value])
    case 'struct':
      return node.fields.map((field) => field.value)
    case 'fold':
      return [node.range, node.initial, node.condition, node.step, node.result]
  }
}
