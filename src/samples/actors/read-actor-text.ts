import { StageError } from '#api/stage-match.ts'
import { parseYaml } from '#syntax/parse-yaml.ts'
import { YamlError } from '#syntax/yaml-errors.ts'
import { type DeclaredActor, readActor } from './declared-actor.ts'

/** An actor, or the reason why a text declares none. */
export type ReadActor =
  | { readonly actor: DeclaredActor; readonly problem: '' }
  | { readonly actor: null; readonly problem: string }

/** Reads the YAML text of an actor. */
export function readActorText(text: string): ReadActor {
  try {
    return { actor: readActor(parseYaml(text).value), problem: '' }
  } catch (error) {
    if (error instanceof StageError || error instanceof YamlError) return { actor: null, problem: error.message }
    throw error
  }
}
