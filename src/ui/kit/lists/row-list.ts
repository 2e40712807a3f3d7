/** The rows of a table. They may be made only when they are shown: of thousands, few are. */
export interface RowList<Row> {
  readonly length: number
  at(index: number): Row | undefined
  /** Names a row for as long as it exists, also when others are added above it. */
  keyOf(row: Row): number
  /** Returns the index of the row with this key, -1 for none. */
  indexOf(key: number): number
}

export const rowList = <Row>(rows: readonly Row[], keyOf: (row: Row) => number): RowList<Row> => ({
  length: rows.length,
  at: (index) => rows[index],
  keyOf,
  indexOf: (key) => rows.findIndex((row) => keyOf(row) === key),
})
