/**
 * CEL, the expression language of validation rules and policies, as in the reference's version 1.34. This file is
 * the room's only entry point.
 *
 * `createCelEnvironment({ variables })` declares the variables of expressions. `compile` parses and type-checks one
 * expression: it returns a program with its type, or issues with their positions and the reference's text.
 * `evaluate` runs a program on JSON inputs under a cost limit and returns a value or the reference's error text;
 * `explain` also reports the value of every node. Nothing throws on any input, and nothing runs longer than its cost
 * limit allows.
 *
 * Folders: `syntax` parses, `check` infers types, `run` evaluates and counts cost, `library` holds the functions,
 * one file per library. docs/adding.md describes how to add a function.
 */
import { check } from './check/checker.ts'
import { joinLibraries, standardTypes, type Declarations } from './check/scope.ts'
import { validateLiterals } from './check/literals.ts'
import { formatCalls } from './check/format-calls.ts'
import { mixedLiterals } from './check/mixed-literals.ts'
import { libraries, newestLibraries } from './library/index.ts'
import { patchLibrary, patchTypeNamed } from './library/patches.ts'
import { CelProgram } from './program.ts'
import { issuesText, type CelIssue } from './syntax/issue.ts'
import { parse } from './syntax/parse.ts'
import type { CelType } from './cel-type.ts'

export {
  CelError,
  CelInput,
  authorizerInput,
  input,
  lazyObject,
  resourceCheckInput,
  typed,
  typedValue,
  type CelInputs,
} from './inputs.ts'
export { jsonPatchType, objectType } from './library/patches.ts'
export { quantityValue } from './library/quantities.ts'
export { semverValue } from './library/semver.ts'
export type { CelAuthorize, CelCheck, CelDecision, CelResource } from './library/authorizers.ts'
export {
  PER_CALL_LIMIT,
  RUNTIME_CEL_COST_BUDGET,
  type CelOptions,
  type CelProgram,
  type CelResult,
  type CelStep,
} from './program.ts'
export { REQUEST_BYTES_MAX, schemaType, type SchemaType } from './schema-type.ts'
export { escapeName } from './escape-name.ts'
export { toJson } from './run/to-json.ts'
export { memberFunctions, globalFunctions, type CelSignature } from './signatures.ts'
export { valueText } from './run/value-text.ts'
export * from './run/value.ts'
export type { CelIssue } from './syntax/issue.ts'
export type { CelNode } from './syntax/ast.ts'
export { celTypes, sameType, typeName, typeText, type CelField, type CelType } from './cel-type.ts'

export type Compilation =
  | { readonly type: 'program'; readonly program: CelProgram }
  /** `text` is `ERROR: <input>:1:5: …` with the line and a caret for each issue. */
  | { readonly type: 'failed'; readonly issues: readonly CelIssue[]; readonly text: string }

export interface CelEnvironment {
  compile(source: string): Compilation
  /** Returns the same environment with more variables. */
  extend(variables: Readonly<Record<string, CelType>>): CelEnvironment
}

export interface CelEnvironmentOptions {
  readonly variables: Readonly<Record<string, CelType>>
  /** Object types that expressions can refer to and construct. */
  readonly types?: readonly CelType[]
  /**
   * `new` allows only what the previous version also supports, so that a server can be rolled back; it is meant for
   * expressions that are being written. `stored` allows everything. Default: `new`.
   */
  readonly level?: 'new' | 'stored'
  /** Enables patch construction: `Object{…}`, `Object.spec{…}`, `JSONPatch{…}` and `jsonpatch.escapeKey`. */
  readonly canPatch?: boolean
  /** Enables the macro `cel.bind(x, value, result)`. */
  readonly canBind?: boolean
}

const newFunctions = joinLibraries(libraries)
const storedFunctions = joinLibraries([...libraries, ...newestLibraries])
const patchFunctions = joinLibraries([patchLibrary])
const noneNamed = (): undefined => undefined

/** Creates an environment from declared variables and types. Creating one is cheap; share it between expressions. */
export function createCelEnvironment(options: CelEnvironmentOptions): CelEnvironment {
  const { variables, types = [], level = 'new', canPatch = false, canBind = false } = options
  const functions = level === 'new' ? newFunctions : storedFunctions
  return environment({
    variables: new Map(Object.entries(variables)),
    functions: canPatch ? new Map([...functions, ...patchFunctions]) : functions,
    types: new Map([...standardTypes, ...types.map((type) => [type.name, type] as const)]),
    madeType: canPatch ? patchTypeNamed : noneNamed,
    canBind,
  })
}

const environment = (declarations: Declarations): CelEnvironment => ({
  compile: (source) => compile(source, declarations),
  extend: (variables) =>
    environment({ ...declarations, variables: new Map([...declarations.variables, ...Object.entries(variables)]) }),
})

function compile(source: string, declarations: Declarations): Compilation {
  const parsed = parse(source, declarations)
  if (parsed.issues.length > 0) return failed(source, parsed.issues)
  const checked = check(source, parsed.node, declarations)
  if (checked.issues.length > 0) return failed(source, checked.issues)
  const literalIssues = [validateLiterals, mixedLiterals, formatCalls].flatMap((find) =>
    find(source, parsed.node, checked),
  )
  if (literalIssues.length > 0) return failed(source, literalIssues)
  return { type: 'program', program: new CelProgram(source, parsed.node, checked) }
}

const failed = (source: string, issues: readonly CelIssue[]): Compilation => ({
  type: 'failed',
  issues,
  text: issuesText(source, issues),
})
