/** A page asks its service worker to keep the build for use without a network; the answer comes on the port of the message. */
export interface KeepBuildRequest {
  readonly type: 'ORCHARD_KEEP_BUILD'
}

/** The answer, when the build is kept or was not; `error` is `''` when it is. */
export interface KeepBuildAnswer {
  readonly error: string
}
