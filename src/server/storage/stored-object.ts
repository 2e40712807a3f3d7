import type { ApiObject } from '#api/object-meta.ts'
import type { Revision } from '#api/revision.ts'
import type { EncodedObject } from './encoded-object.ts'
import type { Author } from './log.ts'

/** One version of one object: encoded once, parsed on first use. Shared by all readers; never change it or what it holds. */
export interface StoredObject {
  readonly key: string
  /** The write that made this version; what clients see as resourceVersion. */
  readonly revision: Revision
  /** The write that created the object. */
  readonly created: Revision
  /** When it was written, milliseconds since the epoch. */
  readonly timeMs: number
  readonly author: Author
  /**
   * Parsed, with `metadata.resourceVersion` set from the revision. Parsed lazily and kept only while hot: two reads may
   * give two equal objects. Deep-frozen when the store was made with `freeze` (tests); treat it as if it always were.
   */
  readonly object: ApiObject
  /** `metadata.labels` without parsing the rest; `{}` when there are none. Read by request text only through `own()`. */
  readonly labels: Readonly<Record<string, string>>
  readonly encoded: EncodedObject
}
