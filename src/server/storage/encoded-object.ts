/**
 * An object's JSON as UTF-8, ready to be copied into a response. The stored bytes hold no resourceVersion (a shared
 * store learns it only afterwards); it is spliced in while copying. [ST5]
 *
 * `withType`: with the leading `kind` and `apiVersion` (get, watch), or without (items of a list of a built-in kind).
 */
export interface EncodedObject {
  byteLength(withType: boolean): number
  /** Writes `byteLength(withType)` bytes into `target` from `at` on. Answers the position after them. */
  copyInto(target: Uint8Array, at: number, withType: boolean): number
  /** A fresh buffer, the caller's own. */
  toBytes(withType: boolean): Uint8Array<ArrayBuffer>
}
