import { parseProtobuf } from './parse-protobuf.ts'
import { encodeEnvelope } from './protobuf/envelope.ts'
import { encodeItem, encodeListEnvelope } from './protobuf/list-envelope.ts'
import { encodeWatchFrame } from './protobuf/watch-frame.ts'

/** All that requests need of protobuf. */
export interface ProtobufCodec {
  readonly parseProtobuf: typeof parseProtobuf
  readonly encodeEnvelope: typeof encodeEnvelope
  readonly encodeItem: typeof encodeItem
  readonly encodeListEnvelope: typeof encodeListEnvelope
  readonly encodeWatchFrame: typeof encodeWatchFrame
}

export const codec: ProtobufCodec = { parseProtobuf, encodeEnvelope, encodeItem, encodeListEnvelope, encodeWatchFrame }
