/** Where in a value a decode error is: the struct that has the last field, and the names of the fields on the way. */
export interface Place {
  readonly struct: string
  readonly fieldNames: readonly string[]
}

/** The value does not fit the schema. The message is that of Kubernetes' decoder. */
export class DecodeError extends Error {
  static wrongType(value: string, goType: string, place: Place): DecodeError {
    const into =
      place.fieldNames.length === 0 ? 'Go value' : `Go struct field ${place.struct}.${place.fieldNames.join('.')}`
    return new DecodeError(`json: cannot unmarshal ${value} into ${into} of type ${goType}`)
  }
}

/** The value nests deeper than it may. */
export class TooDeepError extends DecodeError {
  constructor() {
    super('exceeded max depth')
  }
}
