import type { Checked } from '#cel/check/check-state.ts'
import { codePoints } from '#cel/run/size.ts'
import type { CelNode } from '#cel/syntax/ast.ts'
import { celTypes, isOptionalType, type CelType } from '#cel/cel-type.ts'
import { MOST, exactly, union, unknown, type Range } from './range.ts'

/** The sizes of a container's entries. */
export interface EntrySizes {
  readonly isList: boolean
  readonly key: Range
  readonly value: Range
}

/** A type whose sizes count for every variable, or the types of variables by name; null if no sizes are declared. */
export type DeclaredSizes = CelType | ReadonlyMap<string, CelType> | null

interface Local {
  /** The path from a variable to the value: field names, `@items`, `@values`, `@keys`. */
  readonly path: readonly string[]
  readonly size: Range | undefined
  readonly entries: EntrySizes | undefined
}

/** Sizes that are known while the cost of an expression is estimated. */
export class EstimateState {
  readonly checked: Checked
  readonly sizes: Map<number, Range> = new Map()
  readonly paths: Map<number, readonly string[]> = new Map()
  private readonly entries = new Map<number, EntrySizes>()
  private readonly locals = new Map<string, Local[]>()
  private readonly self: DeclaredSizes

  constructor(checked: Checked, self: DeclaredSizes) {
    this.checked = checked
    this.self = self
  }

  typeOf(node: CelNode): CelType {
    return this.checked.types.get(node.id) ?? celTypes.dyn
  }

  enter(name: string, local: Local): void {
    const stack = this.locals.get(name)
    if (stack === undefined) this.locals.set(name, [local])
    else stack.push(local)
  }
  leave(name: string): void {
    this.locals.get(name)?.pop()
  }
  local(name: string): Local | undefined {
    return this.locals.get(name)?.at(-1)
  }

  pathOf(node: CelNode): readonly string[] {
    const local = node.kind === 'ident' ? this.local(node.name) : undefined
    return local?.path ?? this.paths.get(node.id) ?? []
  }

  setEntries(node: CelNode, entries: EntrySizes): void {
    this.entries.set(node.id, entries)
  }
  entriesOf(node: CelNode): EntrySizes | undefined {
    return this.entries.get(node.id) ?? (node.kind === 'ident' ? this.local(node.name)?.entries : undefined)
  }
  copySizes(to: CelNode, from: CelNode): void {
    const size = this.sizeOf(from)
    if (size !== undefined) this.sizes.set(to.id, size)
    const entries = this.entriesOf(from)
    if (entries !== undefined) this.setEntries(to, entries)
  }

  /** Undefined if the size is unknown. */
  sizeOf(node: CelNode): Range | undefined {
    const known = this.sizes.get(node.id) ?? literalSize(node)
    if (known !== undefined) return known
    const declared = this.declaredSize(this.pathOf(node))
    if (declared !== undefined) {
      this.sizes.set(node.id, declared)
      return declared
    }
    if (isScalar(this.typeOf(node))) return exactly(1)
    return node.kind === 'ident' ? this.local(node.name)?.size : undefined
  }
  sizeOrUnknown(node: CelNode): Range {
    return this.sizeOf(node) ?? unknown
  }

  unionOfSizes(nodes: readonly CelNode[]): Range {
    if (nodes.length === 0) return exactly(0)
    return nodes.map((node) => this.sizeOrUnknown(node)).reduce(union, { min: MOST, max: 0 })
  }

  /** Returns the size that a schema declares for the value at a path; the first name of the path is the variable. */
  declaredSize(path: readonly string[]): Range | undefined {
    const [variable = ''] = path
    if (this.self === null || path.length === 0 || variable === '@result') return undefined
    let type: CelType | undefined = 'kind' in this.self ? this.self : this.self.get(variable)
    if (type === undefined) return undefined
    for (const name of path.slice(1)) {
      type = partOf(type, name)
      if (type === undefined) return undefined
    }
    return { min: 0, max: type.sizeMax ?? 0 }
  }
}

function partOf(type: CelType, name: string): CelType | undefined {
  if (name === '@items' || name === '@values')
    return type.kind === 'list' ? type.params[0] : type.kind === 'map' ? type.params[1] : undefined
  if (name === '@keys') return type.kind === 'map' ? type.params[0] : undefined
  // A key of a map whose values may be anything: all of them have the same maximum size.
  if (type.kind === 'map' && type.params[1]?.kind === 'any') return type.params[1]
  return type.fields?.().get(name)?.type
}

function literalSize(node: CelNode): Range | undefined {
  if (node.kind === 'list') return exactly(node.elements.length)
  if (node.kind === 'map') return exactly(node.entries.length)
  if (node.kind !== 'literal') return undefined
  if (typeof node.value === 'string') return exactly(codePoints(node.value))
  return exactly(node.value instanceof Uint8Array ? node.value.length : 1)
}

const scalars: ReadonlySet<CelType['kind']> = new Set(['bool', 'double', 'duration', 'int', 'timestamp', 'uint'])

function isScalar(type: CelType): boolean {
  const inner = type.params[0]
  return scalars.has(type.kind) || (isOptionalType(type) && inner !== undefined && isScalar(inner))
}
