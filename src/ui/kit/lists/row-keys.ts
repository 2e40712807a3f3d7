/**
 * The keys of rendered rows in a list that grows at its top. A row keeps its key, and so its element, while it is rendered.
 * After a jump to other rows, their elements are those of the rows before, in the same order: to change an element costs
 * less than to make one or to move it. [PF5]
 */
export class RowKeys {
  /** By the row's number, counted from the last one, in the order of the list. */
  #keys = new Map<number, number>()
  #next = 0

  /** Returns the keys of the rows from `first` to before `end`. */
  of({
    first,
    end,
    count,
  }: {
    readonly first: number
    readonly end: number
    readonly count: number
  }): readonly number[] {
    const numbers = Array.from({ length: Math.max(0, end - first) }, (_, offset) => count - 1 - first - offset)
    const isJump = !numbers.some((number) => this.#keys.has(number))
    const before = isJump ? [...this.#keys.values()] : []
    const keys = numbers.map((number, at) => this.#keys.get(number) ?? before[at] ?? (this.#next += 1))
    this.#keys = new Map(numbers.map((number, at) => [number, keys[at] ?? 0]))
    return keys
  }
}
