/** The position of a decode error: the struct of the last field, and the field names on the path. */
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

/** The value nests too deep. */
export class TooDeepError extends DecodeError {
  constructor() {
    super('exceeded max depth')
  }
}
