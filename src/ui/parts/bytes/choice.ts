/** The field and the revision that the bench shows, as the address contains them: `data/vat~120`. */
export interface BytesChoice {
  /** Path of the marked field; one that the object does not have means its name. */
  readonly field: string
  /** The revision at which the object is read; `null` for the one that the page shows. */
  readonly at: number | null
}

/** Reads the choice from the address. Neither names of fields nor keys of labels contain a tilde. [BY7] */
export function readChoice(text: string): BytesChoice {
  const tilde = text.lastIndexOf('~')
  const at = tilde < 0 ? Number.NaN : Number(text.slice(tilde + 1))
  return Number.isSafeInteger(at) && at > 0
    ? { field: text.slice(0, tilde), at }
    : { field: tilde < 0 ? text : text.slice(0, tilde), at: null }
}

export const choiceText = ({ field, at }: BytesChoice): string => (at === null ? field : `${field}~${at}`)
