/** Label values by name, in output order. */
export type MetricLabels = Readonly<Record<string, string>>

/** Limits the number of series, because clients can invent label values. */
const seriesMax = 2000

const escape = (text: string): string => text.replace(/\\/g, '\\\\').replace(/\n/g, '\\n').replace(/"/g, '\\"')

const printLabels = (labels: MetricLabels): string =>
  Object.entries(labels)
    .map(([name, value]) => `${name}="${escape(value)}"`)
    .join(',')

const head = (name: string, type: string, help: string): readonly string[] => [
  `# HELP ${name} ${help}`,
  `# TYPE ${name} ${type}`,
]

/** A metric family of `/metrics` with its series. */
export interface MetricFamily {
  /** Returns the lines of the Prometheus text format; a family without series has none. */
  lines(): readonly string[]
}

/** A counter or a gauge. */
export class ValueFamily implements MetricFamily {
  readonly #name: string
  readonly #type: 'counter' | 'gauge'
  readonly #help: string
  readonly #values = new Map<string, number>()

  constructor(type: 'counter' | 'gauge', name: string, help: string) {
    this.#type = type
    this.#name = name
    this.#help = help
  }

  add(labels: MetricLabels): void {
    const key = printLabels(labels)
    if (this.#values.size < seriesMax || this.#values.has(key)) this.#values.set(key, (this.#values.get(key) ?? 0) + 1)
  }

  set(labels: MetricLabels, value: number): void {
    const key = printLabels(labels)
    if (this.#values.size < seriesMax || this.#values.has(key)) this.#values.set(key, value)
  }

  clear(): void {
    this.#values.clear()
  }

  lines(): readonly string[] {
    if (this.#values.size === 0) return []
    return [
      ...head(this.#name, this.#type, this.#help),
      ...[...this.#values].map(([labels, value]) => `${this.#name}${labels === '' ? '' : `{${labels}}`} ${value}`),
    ]
  }
}

interface Histogram {
  readonly counts: number[]
  sum: number
  count: number
}

/** A histogram of seconds. */
export class HistogramFamily implements MetricFamily {
  readonly #name: string
  readonly #help: string
  readonly #bounds: readonly number[]
  readonly #series = new Map<string, Histogram>()

  constructor(name: string, help: string, bounds: readonly number[]) {
    this.#name = name
    this.#help = help
    this.#bounds = bounds
  }

  observe(labels: MetricLabels, seconds: number): void {
    const key = printLabels(labels)
    const existing = this.#series.get(key)
    if (existing === undefined && this.#series.size >= seriesMax) return
    const histogram = existing ?? { counts: this.#bounds.map(() => 0), sum: 0, count: 0 }
    if (existing === undefined) this.#series.set(key, histogram)
    histogram.sum += seconds
    histogram.count += 1
    for (const [at, bound] of this.#bounds.entries())
      if (seconds <= bound) histogram.counts[at] = (histogram.counts[at] ?? 0) + 1
  }

  lines(): readonly string[] {
    if (this.#series.size === 0) return []
    const lines = [...head(this.#name, 'histogram', this.#help)]
    for (const [labels, { counts, sum, count }] of this.#series) {
      const before = labels === '' ? '' : `${labels},`
      const whole = labels === '' ? '' : `{${labels}}`
      for (const [at, bound] of this.#bounds.entries())
        lines.push(`${this.#name}_bucket{${before}le="${bound}"} ${counts[at]}`)
      lines.push(
        `${this.#name}_bucket{${before}le="+Inf"} ${count}`,
        `${this.#name}_sum${whole} ${sum}`,
        `${this.#name}_count${whole} ${count}`,
      )
    }
    return lines
  }
}
