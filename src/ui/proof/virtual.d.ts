// Made by `proofPlugin` of the build. A packed value is the base64 text of a gzip file of JSON.
declare module 'virtual:proof/table' {
  import type { ProofTable } from '#proof/proof-table.ts'

  export const value: ProofTable
}

/** A packed list of pairs: a kind of answer, and the step that proves it. */
declare module 'virtual:proof/kinds' {
  export const value: string
}

/** A packed list of recorded cases. */
declare module 'virtual:proof/recordings' {
  export const value: string
}

/** Our licence and those of packages, packed. Made by `licencesPlugin` of the build. */
declare module 'virtual:licences' {
  export const value: string
}
