import type { YamlCodec } from './yaml-codec.ts'

let loaded: YamlCodec | null = null

/** Loads the codec: many servers of tests and pages are sent JSON only. */
export async function loadYaml(): Promise<void> {
  loaded ??= (await import('./yaml-codec.ts')).codec
}

/**
 * Reports whether the codec has to be loaded before the request is served: only its headers can ask for YAML. An apply has its
 * own media type and is mostly JSON: it loads the codec itself when it is not. [NE1]
 */
export const needsYaml = (headers: Headers): boolean =>
  loaded === null && (mentionsYaml(headers.get('accept')) || mentionsYaml(headers.get('content-type')))

const mentionsYaml = (header: string | null): boolean =>
  header !== null && /\byaml\b/i.test(header.replaceAll('apply-patch+yaml', ''))

/** The codec, once it is loaded. */
export function yamlCodec(): YamlCodec {
  if (loaded === null) throw new Error('YAML is used before its codec is loaded')
  return loaded
}
