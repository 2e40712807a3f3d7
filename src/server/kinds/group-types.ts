import { toApiVersion } from '#api/group-version-resource.ts'
import { FactsCompiler, type FactsFile, type GoFacts } from '#schema/facts-to-schema.ts'
import type { StructSchema } from '#schema/schema.ts'

/** The types of a group version, and its kinds by name. */
export interface KindFacts extends FactsFile {
  readonly kinds: {
    readonly [kind: string]: { readonly group: string; readonly version: string; readonly type: string }
  }
}

/** Descriptions for people: that of a type under `''`, and those of its fields under their names. */
export type TypeTexts = Readonly<Record<string, string>>

/** Loads the descriptions of a group's types, by names without the version, such as `apps.Deployment`. [OA8] */
type LoadTexts = () => Promise<{ readonly default: Readonly<Record<string, TypeTexts>> }>

/** The types of a group version. */
export interface GroupTypes {
  readonly facts: KindFacts
  readonly texts: LoadTexts
  /** The group versions whose types the fields have. */
  readonly needed: readonly GroupTypes[]
  /** Returns the schema of a type by its name without the group version, such as `Deployment`. */
  schema(name: string): StructSchema
}

/** The data from which the types of a group version are made. */
export interface GroupSources {
  /** As in the full names of its types: `apps.v1`. */
  readonly groupVersion: string
  readonly facts: KindFacts
  readonly goFacts: GoFacts
  /** Descriptions are loaded on demand: only the OpenAPI documents need them. */
  readonly texts: LoadTexts
}

/**
 * Its name lets this module be one of each vocabulary, as types of the two have the same names and other fields.
 * docs/decisions/0013-a-vocabulary-is-built-in.md
 */
const compiler = new FactsCompiler('the vocabulary of meta.orch.io')
const known: GroupTypes[] = []
const typeNames = new Map<string, string>()

/**
 * Makes the types of a group version known to lookups by name. A module that has the type of a kind imports it from
 * `schemas/`, so that a bundle holds the facts of the groups that it serves, and no others.
 *
 * @param needed the group versions whose types the fields have: they are known already, because they are imported
 */
export function groupTypes(
  { groupVersion, facts, goFacts, texts }: GroupSources,
  ...needed: readonly GroupTypes[]
): GroupTypes {
  compiler.add(facts, goFacts)
  for (const [kind, { group, version, type }] of Object.entries(facts.kinds))
    typeNames.set(`${toApiVersion({ group, version })} ${kind}`, type)
  const types = {
    facts,
    texts,
    needed,
    schema: (name: string): StructSchema => compiler.struct(`${groupVersion}.${name}`),
  }
  known.push(types)
  return types
}

/** Returns the schema of a known type by its full name, such as `apps.v1.Deployment`. Compiled on first use. */
export const structSchema = (name: string): StructSchema => compiler.struct(name)

/** Returns all known group versions. Their number grows while modules are loaded. */
export const knownGroups = (): readonly GroupTypes[] => known

/** Returns the full name of the type of a kind's objects; `undefined` if the kind is not known. */
export const typeOfKind = (apiVersion: string, kind: string): string | undefined =>
  typeNames.get(`${apiVersion} ${kind}`)
