/** What the request metrics count of a request that ended. */
export interface ObservedRequest {
  readonly verb: string
  readonly group: string
  readonly resource: string
  readonly code: number
  readonly seconds: number
}
