/** The properties of a finished request that the request metrics use. */
export interface ObservedRequest {
  readonly verb: string
  readonly group: string
  readonly resource: string
  readonly code: number
  readonly seconds: number
}
