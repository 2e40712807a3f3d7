import { toApiVersion } from '#api/group-version-resource.ts'
import type { FieldFact } from '#schema/facts-to-schema.ts'
import { everyGroup } from './every-group.ts'

let byKind: ReadonlyMap<string, readonly string[]> | undefined

/** Returns the names of the fields of a kind's objects whose values are credentials. [SH5] */
export function confidentialFields(apiVersion: string, kind: string): readonly string[] {
  byKind ??= collect()
  return byKind.get(`${apiVersion} ${kind}`) ?? []
}

/** Returns the kinds that have such fields. */
export function confidentialKinds(): readonly string[] {
  byKind ??= collect()
  return [...byKind.keys()].map((name) => name.slice(name.indexOf(' ') + 1))
}

function collect(): ReadonlyMap<string, readonly string[]> {
  return new Map(
    everyGroup.flatMap(({ facts: { kinds, types } }) =>
      Object.entries(kinds).flatMap(([kind, { group, version, type }]): [string, readonly string[]][] => {
        const names = confidentialOf(types[type]?.fields ?? [])
        return names.length === 0 ? [] : [[`${toApiVersion({ group, version })} ${kind}`, names]]
      }),
    ),
  )
}

const confidentialOf = (fields: readonly FieldFact[]): readonly string[] =>
  fields.filter(({ confidential }) => confidential === true).map(({ name }) => name)
