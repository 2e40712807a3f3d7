import type { CelFunction, Overload } from '#cel/library/declare.ts'
import { CelTypeValue, CelUint, type CelConstant } from '#cel/run/value.ts'
import type { CelNode } from '#cel/syntax/ast.ts'
import { issueAt, type CelIssue } from '#cel/syntax/issue.ts'
import { celTypes, typeText, type CelType } from '#cel/cel-type.ts'
import type { Declarations } from './scope.ts'
import { assign, assignAll, substitute, type Bindings } from './unify.ts'

/** The overloads of a call that its argument types allow, in order, and the arguments. */
export interface ResolvedCall {
  readonly fn: CelFunction
  readonly overloads: readonly Overload[]
  readonly args: readonly CelNode[]
}

/** The declaration that a name resolves to. */
export type Meaning =
  | { readonly kind: 'variable'; readonly name: string; readonly type: CelType }
  | { readonly kind: 'local'; readonly name: string; readonly type: CelType }
  | { readonly kind: 'type'; readonly value: CelTypeValue; readonly type: CelType }

/** The result of type-checking an expression. Maps are keyed by node id. */
export interface Checked {
  readonly issues: readonly CelIssue[]
  readonly types: ReadonlyMap<number, CelType>
  readonly calls: ReadonlyMap<number, ResolvedCall>
  readonly meanings: ReadonlyMap<number, Meaning>
  readonly resultType: CelType
  /** Variables of the environment that the expression refers to. */
  readonly references: ReadonlySet<string>
  /** Types of all variables of the environment. */
  readonly variableTypes: ReadonlyMap<string, CelType>
}

const ISSUES_MAX = 1000

/** State of type-checking one expression. */
export class CheckState {
  readonly declarations: Declarations
  private readonly source: string
  private readonly issues: CelIssue[] = []
  private readonly types = new Map<number, CelType>()
  private readonly calls = new Map<number, ResolvedCall>()
  private readonly meanings = new Map<number, Meaning>()
  private readonly references = new Set<string>()
  private readonly scopes: ReadonlyMap<string, CelType>[] = []
  private bindings: Bindings = new Map()
  private params = 0

  constructor(source: string, declarations: Declarations) {
    this.source = source
    this.declarations = declarations
  }

  report(node: { readonly at: number; readonly to: number }, message: string): void {
    if (this.issues.length < ISSUES_MAX)
      this.issues.push(issueAt(this.source, { from: node.at, to: Math.max(node.at, node.to) }, message))
  }

  mismatch(node: CelNode, expected: CelType, found: CelType): void {
    // The reference prints these types without their bindings: `list(_var0)`.
    this.report(node, `expected type '${typeText(expected)}' but found '${typeText(found)}'`)
  }
  text(type: CelType): string {
    return typeText(substitute(this.bindings, type, true))
  }

  enter(variables: readonly (readonly [string, CelType])[]): void {
    this.scopes.push(new Map(variables))
  }
  leave(): void {
    this.scopes.pop()
  }

  lookup(written: string): Meaning | null {
    if (!written.startsWith('.'))
      for (let i = this.scopes.length - 1; i >= 0; i--) {
        const type = this.scopes[i]?.get(written)
        if (type !== undefined) return { kind: 'local', name: written, type }
      }
    return this.lookupGlobal(written.startsWith('.') ? written.slice(1) : written)
  }

  /** Resolves a dotted name. It is one name only if its first part is not a comprehension variable. */
  lookupDotted(name: string): Meaning | null {
    const first = name.slice(0, name.indexOf('.'))
    return this.scopes.some((scope) => scope.has(first)) ? null : this.lookupGlobal(name.replace(/^\./, ''))
  }

  private lookupGlobal(name: string): Meaning | null {
    const variable = this.declarations.variables.get(name)
    if (variable !== undefined) return { kind: 'variable', name, type: variable }
    const type = this.declarations.types.get(name)
    return type === undefined ? null : { kind: 'type', value: new CelTypeValue(type), type: celTypes.type(type) }
  }

  functionNamed(name: string): CelFunction | undefined {
    return this.declarations.functions.get(name.startsWith('.') ? name.slice(1) : name)
  }

  setMeaning(node: CelNode, meaning: Meaning): void {
    this.meanings.set(node.id, meaning)
    if (meaning.kind === 'variable') this.references.add(meaning.name)
    this.setType(node, meaning.type)
  }
  setCall(node: CelNode, call: ResolvedCall): void {
    this.calls.set(node.id, call)
  }
  setType(node: CelNode, type: CelType): void {
    this.types.set(node.id, type)
  }
  typeOf(node: CelNode): CelType {
    return this.types.get(node.id) ?? celTypes.error
  }
  resolved(node: CelNode): CelType {
    return this.substituted(this.typeOf(node))
  }
  substituted(type: CelType): CelType {
    return substitute(this.bindings, type, false)
  }

  newParam(): CelType {
    return celTypes.param(`_var${this.params++}`)
  }
  canAssign(a: CelType, b: CelType): boolean {
    return this.keep(assign(this.bindings, a, b))
  }
  canAssignAll(a: readonly CelType[], b: readonly CelType[]): boolean {
    return this.keep(assignAll(this.bindings, a, b))
  }
  private keep(tried: Bindings | null): boolean {
    if (tried !== null) this.bindings = tried
    return tried !== null
  }

  expect(node: CelNode, type: CelType): void {
    if (!this.canAssign(type, this.typeOf(node))) this.mismatch(node, type, this.typeOf(node))
  }

  literalType(value: CelConstant): CelType {
    if (value === null) return celTypes.null
    if (value instanceof CelUint) return celTypes.uint
    if (typeof value === 'object') return celTypes.bytes
    const kinds = { boolean: celTypes.bool, string: celTypes.string, bigint: celTypes.int, number: celTypes.double }
    return kinds[typeof value as keyof typeof kinds]
  }

  finish(root: CelNode): Checked {
    const types = new Map([...this.types].map(([id, type]) => [id, substitute(this.bindings, type, true)]))
    const { issues, calls, meanings, references } = this
    const resultType = types.get(root.id) ?? celTypes.error
    return { issues, types, calls, meanings, references, resultType, variableTypes: this.declarations.variables }
  }
}
