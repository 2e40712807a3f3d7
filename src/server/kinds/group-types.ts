import { toApiVersion } from '#api/group-version-resource.ts'
import { FactsCompiler, type FactsFile, type GoFacts } from '#schema/facts-to-schema.ts'
import type { StructSchema } from '#schema/schema.ts'

/** The types of a group version, and its kinds by name. */
export interface KindFacts extends FactsFile {
  readonly kinds: {
    readonly [kind: string]: { readonly group: string; readonly version: string; readonly type: string }
  }
}

/** The types of a group version. */
export interface GroupTypes {
  readonly facts: KindFacts
  /** The group versions whose types the fields have. */
  readonly needed: readonly GroupTypes[]
  /** Returns the schema of a type by its name without the group version, such as `Deployment`. */
  schema(name: string): StructSchema
}

/**
 * Its name lets this module be one of each vocabulary, as types of the two have the same names and other fields.
 * docs/decisions/0013-a-vocabulary-is-built-in.md
 */
const compiler = new FactsCompiler('the vocabulary of meta.orch.io')
const known: KindFacts[] = []
const typeNames = new Map<string, string>()

/**
 * Makes the types of a group version known to lookups by name. A module that has the type of a kind imports it from
 * `schemas/`, so that a bundle holds the facts of the groups that it serves, and no others.
 *
 * @param needed the group versions whose types the fields have: they are known already, because they are imported
 */
export function groupTypes(
  groupVersion: string,
  facts: KindFacts,
  goFacts: GoFacts,
  ...needed: readonly GroupTypes[]
): GroupTypes {
  compiler.add(facts, goFacts)
  known.push(facts)
  for (const [kind, { group, version, type }] of Object.entries(facts.kinds))
    typeNames.set(`${toApiVersion({ group, version })} ${kind}`, type)
  return { facts, needed, schema: (name) => compiler.struct(`${groupVersion}.${name}`) }
}

/** Returns the schema of a known type by its full name, such as `apps.v1.Deployment`. Compiled on first use. */
export const structSchema = (name: string): StructSchema => compiler.struct(name)

/** Returns the facts of all known group versions. Their number grows while modules are loaded. */
export const knownFacts = (): readonly KindFacts[] => known

/** Returns the full name of the type of a kind's objects; `undefined` if the kind is not known. */
export const typeOfKind = (apiVersion: string, kind: string): string | undefined =>
  typeNames.get(`${apiVersion} ${kind}`)
