import { unpacked } from './unpacked.ts'

/** The texts under which Orchard and the packages in it may be used. */
export interface Licences {
  readonly licence: string
  readonly notice: string
  readonly packages: readonly {
    readonly name: string
    readonly version: string
    readonly licence: string
    /** `''` for a package that brings no text. */
    readonly text: string
  }[]
}

/** Loads the licences. */
export const loadLicences = async (): Promise<Licences> => unpacked<Licences>((await import('virtual:licences')).value)
