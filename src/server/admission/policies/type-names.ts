import { CelList, CelMap, type CelOutcome, isFailure } from '#cel/cel.ts'
import { MutationError } from './mutation-error.ts'

const isMade = (value: CelOutcome): value is CelMap =>
  value instanceof CelMap && (value.typeName === 'Object' || value.typeName.startsWith('Object.'))

/**
 * Checks that each `Object.spec{…}` is used only at the path of its type name. Items of lists and maps have no name
 * of their own.
 * @throws MutationError [MAP5]
 */
export function checkTypeNames(value: CelOutcome): void {
  if (!isMade(value)) return
  const problems = problemsOf(value, value.typeName)
  if (problems.length > 0) throw new MutationError(`type mismatch: ${problems.join('\n')}`)
}

function problemsOf(value: CelOutcome, path: string): readonly string[] {
  if (isMade(value)) {
    const own =
      value.typeName === path
        ? []
        : [
            `unexpected type name ${JSON.stringify(value.typeName)}, expected ${JSON.stringify(path)}, which matches field name path from root Object type`,
          ]
    return [...own, ...membersOf(value).flatMap(([name, member]) => problemsOf(member, `${path}.${name}`))]
  }
  if (value instanceof CelMap && value.typeName === 'map')
    return membersOf(value).flatMap(([, member]) => problemsOf(member, path))
  if (!(value instanceof CelList)) return []
  return Array.from({ length: value.size }, (_, at) => value.at(at)).flatMap((item) => problemsOf(item, path))
}

const membersOf = (map: CelMap): readonly (readonly [string, CelOutcome])[] =>
  map.keys().flatMap((key) => {
    const member = map.get(key)
    return member === undefined || isFailure(member) ? [] : [[String(key), member] as const]
  })
