import { parseYamlInPieces } from '#syntax/parse-yaml.ts'
import { printYaml, printYamlInPieces } from '#syntax/print-yaml.ts'

/** All that requests need of YAML. */
export interface YamlCodec {
  readonly parseYamlInPieces: typeof parseYamlInPieces
  readonly printYaml: typeof printYaml
  readonly printYamlInPieces: typeof printYamlInPieces
}

export const codec: YamlCodec = { parseYamlInPieces, printYaml, printYamlInPieces }
