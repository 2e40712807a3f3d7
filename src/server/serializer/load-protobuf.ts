import type { ProtobufCodec } from './protobuf-codec.ts'

let loaded: ProtobufCodec | null = null

/** Loads the codec, which most servers never need. */
export async function loadProtobuf(): Promise<void> {
  loaded ??= (await import('./protobuf-codec.ts')).codec
}

/** Reports whether the codec has to be loaded before the request is served: only its headers can ask for protobuf. [NE1] */
export const needsProtobuf = (headers: Headers): boolean =>
  loaded === null && (mentionsProtobuf(headers.get('accept')) || mentionsProtobuf(headers.get('content-type')))

const mentionsProtobuf = (header: string | null): boolean => header !== null && /protobuf/i.test(header)

/** The codec, once it is loaded. */
export function protobufCodec(): ProtobufCodec {
  if (loaded === null) throw new Error('protobuf is used before its codec is loaded')
  return loaded
}
