import type { CelConstant } from '#cel/run/value.ts'

interface NodeBase {
  /** Unique in its expression, starting at 1. */
  readonly id: number
  /** Extent of the whole node, in UTF-16 offsets. */
  readonly from: number
  readonly to: number
  /** The position that the reference's messages use: the operator, the dot, the opening bracket. */
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
  /** Indexes of the elements written as `[?element]`. */
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
/** The expansion of a macro: a comprehension over a list or over the keys of a map. */
export interface FoldNode extends NodeBase {
  readonly kind: 'fold'
  /** The macro as written, for display. */
  readonly macro: string
  readonly range: CelNode
  readonly variable: string
  /** For macros with two variables: the element or value, while `variable` is the index or key. */
  readonly variable2: string | null
  readonly accumulator: string
  readonly initial: CelNode
  readonly condition: CelNode
  readonly step: CelNode
  readonly result: CelNode
}
/** A placeholder for text that did not parse; such a tree is never checked or run. */
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

/** Returns the children of a node in evaluation order. */
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
