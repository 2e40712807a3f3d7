import {
  type CelIssue,
  type CelProgram,
  type CelType,
  celTypes as t,
  jsonPatchType,
  objectType,
  sameType,
  typeName,
} from '#cel/cel.ts'
import { type Declared, admissionEnvironment } from './admission-environment.ts'

export type Compiled =
  | { readonly type: 'program'; readonly program: CelProgram }
  /**
   * `detail` is the text of the reference, and `issues` have the positions of what does not compile. Internal: the
   * reference does not report it as a user error.
   */
  | {
      readonly type: 'failed'
      readonly detail: string
      readonly issues?: readonly CelIssue[]
      readonly isInternal?: true
    }

/** The allowed result types of an expression; `any` allows all. */
export type ReturnTypes = readonly CelType[] | 'any'

export const returnsBool: ReturnTypes = [t.bool]
export const returnsString: ReturnTypes = [t.string]
export const returnsStringOrNull: ReturnTypes = [t.string, t.null]
export const returnsObject: ReturnTypes = [objectType]
export const returnsJsonPatch: ReturnTypes = [t.list(jsonPatchType)]

/** Parses and type-checks one expression of admission. [VAP4] */
export function compileExpression(source: string, declared: Declared, returns: ReturnTypes): Compiled {
  const compiled = admissionEnvironment(declared).compile(source)
  if (compiled.type === 'failed')
    return { type: 'failed', detail: `compilation failed: ${compiled.text}`, issues: compiled.issues }
  const { program } = compiled
  if (returns === 'any' || returns.some((type) => sameType(type, program.resultType))) return instantiated(program)
  const names = returns.map(typeName)
  const wanted = names.length === 1 ? (names[0] ?? '') : `one of [${names.join(' ')}]`
  return { type: 'failed', detail: `must evaluate to ${wanted} but got ${typeName(program.resultType)}` }
}

/** Reports a constant that cannot be converted, after the result type was checked. [VAP11] */
const instantiated = (program: CelProgram): Compiled =>
  program.problem === null
    ? { type: 'program', program }
    : { type: 'failed', detail: `program instantiation failed: ${program.problem}`, isInternal: true }
